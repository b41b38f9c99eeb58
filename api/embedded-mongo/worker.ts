import { enableCompileCache, flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Listen, ServerOptions } from './server/server.ts';

/** What the thread is told at its start. */
export interface WorkerOptions {
  server: ServerOptions;
  listen: Listen;
  /** A folder for what Node compiles of this program, so that the next start need not. */
  compiled: string | undefined;
}

const { server: options, listen, compiled } = workerData as WorkerOptions;
if (compiled) enableCompileCache(compiled);
// Only what is imported from here on is kept.
const { EmbeddedServer } = await import('./server/server.ts');
const server = new EmbeddedServer(options);

parentPort?.once('message', async () => {
  await server.close();
  parentPort?.close();
});
parentPort?.postMessage(await server.listen(listen));
if (compiled) flushCompileCache();
