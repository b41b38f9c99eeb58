import { enableCompileCache, flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Listen, ServerOptions } from './server/server.ts';

/** Options passed to the thread at its start. */
export interface WorkerOptions {
  server: ServerOptions;
  listen: Listen;
  /** The folder of Node's compile cache, for a faster next start. */
  compiled: string | undefined;
}

const { server: options, listen, compiled } = workerData as WorkerOptions;
if (compiled) enableCompileCache(compiled);
// Only modules imported from here on are cached.
const { EmbeddedServer } = await import('./server/server.ts');
const server = new EmbeddedServer(options);

parentPort?.once('message', async () => {
  await server.close();
  parentPort?.close();
});
parentPort?.postMessage(await server.listen(listen));
if (compiled) flushCompileCache();
