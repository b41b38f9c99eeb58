import { serveBare } from './bare.ts';

/** Runs Hono alone in a child process. Sends the length of its reply as a message. */
const [url = '', port = ''] = process.argv.slice(2);
process.send?.({ bytes: await serveBare(url, Number(port)) });
