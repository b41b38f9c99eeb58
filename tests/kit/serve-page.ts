import { readCatalogsFrom } from '#api/languages/catalog.ts';
import { createLog } from '#api/platform/logs.ts';
import { readConfig } from '#api/platform/settings/config.ts';
import { startServer } from '#api/server.ts';

// Starts the site as an operator does, with another build of the page and other translations.
const { PAGE: page = '', CATALOGS: catalogs, ...env } = process.env;
if (catalogs) readCatalogsFrom(catalogs);
const server = await startServer(readConfig(env), { log: createLog({ level: 'info' }), page });
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
process.stdout.write(`Headbadge is running at ${server.url}, and its mails are at ${server.mailbox}\n`);
