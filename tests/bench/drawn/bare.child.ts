import { serveBare } from './bare.ts';

/** Hono alone in a process of its own. Tells how many bytes it answers with, by a message. */
const [url = '', port = ''] = process.argv.slice(2);
process.send?.({ bytes: await serveBare(url, Number(port)) });
