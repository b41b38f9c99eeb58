import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import type { Reply } from '../commands/cursors.ts';
import { maxMessageBytes } from '../commands/diagnostics.ts';
import { Engine } from '../commands/engine.ts';
import { maxPerSweep } from '../commands/ttl.ts';
import { type Client, isOperatorCommand, Operator } from '../operator/operator.ts';
import type { Synchronous } from '../store/open.ts';
import { Store } from '../store/store.ts';
import { Framer } from './framer.ts';
import { Queue, type Waiting } from './queue.ts';
import { answer, Malformed, type Message, parse } from './wire.ts';

export type Listen = { path: string } | { host: string; port: number };

export interface ServerOptions {
  file: string;
  synchronous?: Synchronous;
  /** The clock of TTL indexes, in milliseconds since 1970. */
  now?: () => number;
}

/** The interval of mongod's TTL sweep. */
const sweepMs = 60_000;

/** Listens on a socket and runs commands in batches, each in one transaction. */
export class EmbeddedServer {
  readonly #store: Store;
  readonly #engine: Engine;
  readonly #operator: Operator;
  readonly #queue: Queue;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #timer: NodeJS.Timeout;
  /** Anybody on the machine may connect to a port; a socket's folder is private to the operator. */
  #overTcp = false;

  /** Throws an Error with a sentence for people if the file cannot be used. */
  constructor({ file, synchronous, now = Date.now }: ServerOptions) {
    this.#store = new Store(file, synchronous);
    this.#engine = new Engine(this.#store, now);
    this.#operator = new Operator(this.#store.sqlite);
    this.#queue = new Queue(this.#store, this.#engine, (waiting, reply) => this.#reply(waiting, reply));
    this.#server = createServer((socket) => this.#accept(socket));
    this.#timer = setInterval(() => this.#sweepSafely(), sweepMs).unref();
  }

  /** Starts to listen. Returns the port, or 0 for a unix socket. */
  async listen(where: Listen): Promise<number> {
    this.#overTcp = 'port' in where;
    // The file is locked by this process now, so a socket left by a killed process is stale.
    if ('path' in where && process.platform !== 'win32') rmSync(where.path, { force: true });
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(where, resolve);
    });
    if ('path' in where && process.platform !== 'win32') chmodSync(where.path, 0o600);
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  /** Removes expired documents, as happens every minute. Returns how many. */
  sweep(): number {
    if (!this.#store.sqlite.isOpen) return 0;
    let removed = 0;
    this.#store.transaction(() => {
      removed = this.#engine.expire();
    });
    return removed;
  }

  /** Answers what has arrived, and closes. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#server.close();
    this.#queue.finish();
    const copying = this.#operator.stop();
    if (copying !== undefined) await copying;
    for (const socket of this.#sockets) socket.destroySoon();
    this.#store.close();
  }

  /** A failed sweep, as on a full disk, is retried a minute later. */
  #sweepSafely(): void {
    try {
      if (this.sweep() >= maxPerSweep) setImmediate(() => this.#sweepSafely());
    } catch (error) {
      process.emitWarning(`the embedded database could not remove what has expired: ${String(error)}`);
    }
  }

  #accept(socket: Socket): void {
    const framer = new Framer(maxMessageBytes);
    const gone = new AbortController();
    const client: Client = { guest: this.#overTcp, gone: gone.signal };
    const { connections, network } = this.#engine.counters;
    this.#sockets.add(socket);
    connections.current++;
    connections.totalCreated++;
    socket.setNoDelay(true);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      connections.current--;
      this.#queue.forget(socket);
      gone.abort(new Error('the client is gone'));
    });
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      network.bytesIn += chunk.length;
      try {
        for (const bytes of framer.push(chunk)) this.#receive(socket, bytes, client);
      } catch {
        socket.destroy();
      }
    });
  }

  #receive(socket: Socket, bytes: Buffer, client: Client): void {
    this.#engine.counters.network.numRequests++;
    try {
      this.#take({ socket, message: parse(bytes), bytes: bytes.length }, client);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      this.#send(socket, answer(error.asked, error.toReply()));
    }
  }

  #send(socket: Socket, bytes: Buffer): void {
    if (socket.destroyed) return;
    this.#engine.counters.network.bytesOut += bytes.length;
    socket.write(bytes);
  }

  #take(waiting: Waiting, client: Client): void {
    const [name = ''] = Object.keys(waiting.message.command);
    if (isOperatorCommand(name)) void this.#operate(waiting, client);
    else this.#queue.add(waiting);
  }

  async #operate(waiting: Waiting, client: Client): Promise<void> {
    const failed = (error: unknown): Reply => this.#engine.failure(error);
    this.#reply(waiting, await this.#operator.run(waiting.message.command, client).catch(failed));
  }

  #reply({ socket, message }: Waiting, reply: Reply): void {
    if (!message.silent) this.#send(socket, this.#bytesOf(message, reply));
  }

  /** A reply that does not fit in a message becomes an error reply. */
  #bytesOf(message: Message, reply: Reply): Buffer {
    try {
      return answer(message, reply);
    } catch (error) {
      return answer(message, this.#engine.failure(error));
    }
  }
}
