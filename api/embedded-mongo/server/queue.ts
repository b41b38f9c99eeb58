import type { Socket } from 'node:net';
import { DbError } from '../bson/errors.ts';
import type { Reply } from '../commands/cursors.ts';
import type { Engine, Running } from '../commands/engine.ts';
import type { Store } from '../store/store.ts';
import { answerTogether, goOn, type Outcome } from './batch.ts';
import type { Message } from './wire.ts';

/** A message, and who wants its answer. */
export interface Waiting {
  socket: Socket;
  /** As many as the message came in. */
  bytes: number;
  message: Message;
}

interface Paused extends Waiting {
  running: Running;
}

/** What of one client may wait behind a command of its own, in messages and bytes; more is left in its socket. */
const maxWaiting = 100;
const maxWaitingBytes = 16 * 1024 * 1024;

const isFull = (queue: readonly Paused[]): boolean =>
  queue.length > maxWaiting || queue.reduce((n, { bytes }) => n + bytes, 0) > maxWaitingBytes;

/** Runs commands: writes that arrive together as one transaction, and what takes long piece by piece between. */
export class Queue {
  readonly #store: Store;
  readonly #engine: Engine;
  readonly #reply: (waiting: Waiting, reply: Reply) => void;
  #arrived: Waiting[] = [];
  /** What gave way, by connection: on each, one command after the other, and the connections in turn. */
  readonly #paused = new Map<Socket, Paused[]>();
  #isResuming = false;

  constructor(store: Store, engine: Engine, reply: (waiting: Waiting, reply: Reply) => void) {
    this.#store = store;
    this.#engine = engine;
    this.#reply = reply;
  }

  /** Writes that arrive together share a transaction, so one wait for the disk serves them all. */
  add(waiting: Waiting): void {
    if (this.#arrived.push(waiting) === 1) setImmediate(() => this.#drain());
  }

  /** Ends the reads of a client that is gone; its writes go on. */
  forget(socket: Socket): void {
    const queue = this.#paused.get(socket) ?? [];
    const kept = queue.filter(({ message }) => this.#engine.writes(message));
    for (const { running } of queue) if (!this.#engine.writes(running.request)) running.work.return({});
    if (kept.length) this.#paused.set(socket, kept);
    else this.#paused.delete(socket);
  }

  /** Answers what has arrived: reads that are under way as interrupted, writes when they are done. */
  finish(): void {
    this.#drain();
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

  #drain(): void {
    const arrived = this.#arrived;
    this.#arrived = [];
    if (!arrived.length || !this.#store.sqlite.isOpen) return;
    const { reads, rest } = this.#parted(arrived);
    this.#answer(reads);
    this.#answer(rest);
  }

  /**
   * Parts what only reads from what has to wait for the disk, so that its answers are on their way meanwhile. What a
   * client sent behind a write of its own stays behind that.
   */
  #parted(batch: readonly Waiting[]): { reads: Waiting[]; rest: Waiting[] } {
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
    // What gave way a moment ago comes before what its client sent after it.
    for (const waiting of group)
      if (this.#paused.has(waiting.socket)) this.#pause(waiting, this.#engine.start(waiting.message));
      else ready.push(waiting);
    if (!ready.length) return;
    const requests = ready.map(({ socket, message }) => ({ ...message, from: socket }));
    const outcomes = answerTogether(this.#store, this.#engine, requests);
    for (const [i, waiting] of ready.entries()) this.#settle(waiting, outcomes[i] as Outcome);
  }

  #settle(waiting: Waiting, outcome: Outcome): void {
    if ('reply' in outcome) this.#reply(waiting, outcome.reply);
    else this.#pause(waiting, outcome.running);
  }

  #pause(waiting: Waiting, running: Running): void {
    // A read for nobody.
    if (waiting.socket.destroyed && !this.#engine.writes(waiting.message)) return;
    const queue = this.#paused.get(waiting.socket) ?? [];
    queue.push({ ...waiting, running });
    this.#paused.set(waiting.socket, queue);
    if (!waiting.socket.isPaused() && isFull(queue)) waiting.socket.pause();
    this.#resumeSoon();
  }

  /** Between two pieces what has arrived meanwhile is answered. */
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
