import type { Socket } from 'node:net';
import { DbError } from '../bson/errors.ts';
import type { Reply } from '../commands/cursors.ts';
import type { Engine, Running } from '../commands/engine.ts';
import type { Store } from '../store/store.ts';
import { answerBatch, goOn, type Outcome } from './batch.ts';
import type { Message } from './wire.ts';

/** A message, and the client that waits for its reply. */
export interface Waiting {
  socket: Socket;
  /** The size of the message on the wire. */
  bytes: number;
  message: Message;
}

interface Paused extends Waiting {
  running: Running;
}

/** Maximum messages and bytes of one client that wait behind its own command; more stay in its socket. */
const maxWaiting = 100;
const maxWaitingBytes = 16 * 1024 * 1024;

const isFull = (queue: readonly Paused[]): boolean =>
  queue.length > maxWaiting || queue.reduce((n, { bytes }) => n + bytes, 0) > maxWaitingBytes;

/** Runs commands: batches writes that arrive together into one transaction, and runs long commands in slices. */
export class Queue {
  readonly #store: Store;
  readonly #engine: Engine;
  readonly #reply: (waiting: Waiting, reply: Reply) => void;
  #arrived: Waiting[] = [];
  /** Unfinished commands by connection. Those of one connection run in order; connections take turns. */
  readonly #paused = new Map<Socket, Paused[]>();
  #isResuming = false;

  constructor(store: Store, engine: Engine, reply: (waiting: Waiting, reply: Reply) => void) {
    this.#store = store;
    this.#engine = engine;
    this.#reply = reply;
  }

  /** Batches commands that arrive in the same tick, so that one disk sync serves all writes. */
  add(waiting: Waiting): void {
    if (this.#arrived.push(waiting) === 1) setImmediate(() => this.#flush());
  }

  /** Cancels the reads of a client that disconnected; its writes continue. */
  forget(socket: Socket): void {
    const queue = this.#paused.get(socket) ?? [];
    const writes = queue.filter(({ message }) => this.#engine.writes(message));
    for (const { running } of queue) if (!this.#engine.writes(running.request)) running.work.return({});
    if (writes.length) this.#paused.set(socket, writes);
    else this.#paused.delete(socket);
  }

  /** Answers everything that has arrived: cancels running reads, and finishes writes. */
  finish(): void {
    this.#flush();
    for (const queue of this.#paused.values())
      for (const paused of queue) this.#reply(paused, this.#ended(paused.running));
    this.#paused.clear();
  }

  #ended(running: Running): Reply {
    if (!this.#engine.writes(running.request)) {
      running.work.return({});
      return new DbError(11600, 'The database is being stopped').toReply();
    }
    for (;;) {
      const outcome = goOn(this.#store, this.#engine, running);
      if ('reply' in outcome) return outcome.reply;
    }
  }

  #flush(): void {
    const arrived = this.#arrived;
    this.#arrived = [];
    if (!arrived.length || !this.#store.sqlite.isOpen) return;
    const { reads, rest } = this.#splitReads(arrived);
    this.#answer(reads);
    this.#answer(rest);
  }

  /**
   * Separates reads from commands that wait for the disk, so that reads are answered meanwhile. A command that a client
   * sent after its own write stays behind that write.
   */
  #splitReads(batch: readonly Waiting[]): { reads: Waiting[]; rest: Waiting[] } {
    const writing = new Set<Socket>();
    const reads: Waiting[] = [];
    const rest: Waiting[] = [];
    for (const waiting of batch) {
      if (this.#engine.writes(waiting.message)) writing.add(waiting.socket);
      (writing.has(waiting.socket) ? rest : reads).push(waiting);
    }
    return { reads, rest };
  }

  #answer(group: readonly Waiting[]): void {
    const ready: Waiting[] = [];
    // An unfinished command comes before the later commands of its client.
    for (const waiting of group)
      if (this.#paused.has(waiting.socket)) this.#pause(waiting, this.#engine.start(waiting.message));
      else ready.push(waiting);
    if (!ready.length) return;
    const requests = ready.map(({ socket, message }) => ({ ...message, from: socket }));
    const outcomes = answerBatch(this.#store, this.#engine, requests);
    for (const [i, waiting] of ready.entries()) this.#settle(waiting, outcomes[i] as Outcome);
  }

  #settle(waiting: Waiting, outcome: Outcome): void {
    if ('reply' in outcome) this.#reply(waiting, outcome.reply);
    else this.#pause(waiting, outcome.running);
  }

  #pause(waiting: Waiting, running: Running): void {
    // Nobody waits for this read.
    if (waiting.socket.destroyed && !this.#engine.writes(waiting.message)) return;
    const queue = this.#paused.get(waiting.socket) ?? [];
    queue.push({ ...waiting, running });
    this.#paused.set(waiting.socket, queue);
    if (!waiting.socket.isPaused() && isFull(queue)) waiting.socket.pause();
    this.#resumeSoon();
  }

  /** New commands are answered between two slices. */
  #resumeSoon(): void {
    if (this.#isResuming) return;
    this.#isResuming = true;
    setImmediate(() => {
      this.#isResuming = false;
      this.#resume();
      if (this.#paused.size) this.#resumeSoon();
    });
  }

  #resume(): void {
    const [next] = this.#paused;
    if (!next || !this.#store.sqlite.isOpen) return;
    const [socket, queue] = next;
    const [first] = queue;
    const outcome = first && goOn(this.#store, this.#engine, first.running);
    this.#paused.delete(socket);
    if (outcome && 'reply' in outcome) {
      queue.shift();
      this.#reply(first, outcome.reply);
      if (socket.isPaused() && !isFull(queue)) socket.resume();
    }
    if (queue.length) this.#paused.set(socket, queue);
  }
}
