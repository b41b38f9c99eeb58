import { startEmbeddedMongo } from '#api/embedded-mongo/embedded.ts';

/** Hosts a folder's embedded database for several processes of a site. Sends its URL as a message. */
const [folder = ''] = process.argv.slice(2);
const embedded = await startEmbeddedMongo({ folder });
const close = () => void embedded.close().then(() => process.exit(0));
process.on('SIGTERM', close);
process.on('disconnect', close);
process.send?.(embedded.url);
