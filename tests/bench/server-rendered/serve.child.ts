import { join } from 'node:path';
import { createLog } from '#api/platform/logs.ts';
import { readConfig } from '#api/platform/settings/config.ts';
import { startServer } from '#api/server.ts';
import { serveBare } from './bare.ts';

/**
 * Runs the whole site on one port, and on another Hono alone with the bytes of the site's reply to `path`. Sends both
 * URLs as a message, and this process's processor time in microseconds for each message that it receives.
 */
const [path = '/', dataDir = '', port = '', barePort = ''] = process.argv.slice(2);
const config = readConfig({ DATA_DIR: dataDir, PORT: port, DEMO: 'on', HOST: '127.0.0.1' });
const page = join(import.meta.dirname, '../../../dist');
await startServer(config, { log: createLog({ level: 'silent' }), page });
const siteUrl = `http://127.0.0.1:${port}`;
const bytes = await serveBare(siteUrl + path, Number(barePort));

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system });
});
process.send?.({ site: siteUrl, bare: `http://127.0.0.1:${barePort}`, bytes });
