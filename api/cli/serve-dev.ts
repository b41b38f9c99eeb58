import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { stopTimeoutMs } from './dev/stop-timeout.ts';

// Started by `dev.ts`, which holds the other end of the IPC channel.
const root = join(import.meta.dirname, '../..');
let stop: () => Promise<void> = async () => process.exit(1);
process.once('disconnect', () => {
  setTimeout(() => process.exit(1), stopTimeoutMs).unref();
  void stop();
});
if (!process.connected) process.exit(1);

// Halves the time of a restart.
enableCompileCache(join(root, 'node_modules/.cache/compiled'));
const { runSite } = await import('./site.ts');
// Vite serves the page. The server needs only its pictures.
stop = await runSite(join(root, 'public'));
process.send?.('running');
