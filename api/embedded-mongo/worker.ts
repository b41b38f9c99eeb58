import { parentPort, workerData } from 'node:worker_threads';
import { EmbeddedServer, type Listen, type ServerOptions } from './server/server.ts';

/** What the thread is told at its start. */
export interface WorkerOptions {
  server: ServerOptions;
  listen: Listen;
}

const { server: options, listen } = workerData as WorkerOptions;
const server = new EmbeddedServer(options);

parentPort?.once('message', async () => {
  await server.close();
  parentPort?.close();
});
parentPort?.postMessage(await server.listen(listen));
