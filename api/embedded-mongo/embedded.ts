import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { placesIn } from './server/folder.ts';
import type { Synchronous } from './store/open.ts';
import type { WorkerOptions } from './worker.ts';

export interface EmbeddedMongo {
  /** The URL for the MongoDB driver. */
  url: string;
  /** Finishes the commands that are running; resolves when the file is closed. */
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The folder of the data and the socket. Created, for this user alone, if it is missing. */
  folder: string;
  /** `NORMAL` is faster but may lose the last writes at a power cut; for tests. */
  synchronous?: Synchronous;
}

/**
 * A smaller young generation is collected more often and takes less memory: most of a command's data is short-lived.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 12 };

/** Waits until the thread listens. A later error is not handled, and ends the process. */
async function started(worker: Worker): Promise<number> {
  const [port] = await once(worker, 'message');
  return port;
}

/**
 * Starts the embedded database in a thread of its own.
 * Rejects with an Error of one sentence if another process has the folder or its file cannot be used.
 */
export async function startEmbeddedMongo({ folder, synchronous = 'FULL' }: EmbeddedOptions): Promise<EmbeddedMongo> {
  const places = placesIn(folder);
  // Node's net module has no unix sockets on Windows.
  const overTcp = process.platform === 'win32';
  const workerData: WorkerOptions = {
    server: { file: places.file, synchronous },
    listen: overTcp ? { host: '127.0.0.1', port: 0 } : { path: places.socket },
    compiled: places.compiled,
  };
  // The flag of the start command would override this thread's limit. Threads that run already have read it.
  setFlagsFromString('--max-semi-space-size=0');
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData, resourceLimits });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const port = await started(worker).catch((error: unknown) => {
    places.abandon();
    throw error;
  });
  places.announce();
  const address = overTcp ? `127.0.0.1:${port}` : encodeURIComponent(places.socket);
  return {
    url: `mongodb://${address}/?directConnection=true`,
    async close() {
      worker.postMessage('close');
      await exited;
      places.tidy();
    },
  };
}
