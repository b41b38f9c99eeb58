import type { Document } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import type { Work } from '../query/slice.ts';
import { explained, isDiskFull } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import { count, distinct } from './aggregate.ts';
import { type Handler, ok } from './call.ts';
import { create, drop, dropDatabase, listCollections, listDatabases } from './collections.ts';
import { Counters } from './counters.ts';
import { Cursors, type Reply } from './cursors.ts';
import { remove } from './delete.ts';
import * as diagnostics from './diagnostics.ts';
import { aggregateOrExplain, explain } from './explain.ts';
import { find, getMore, killCursors } from './find.ts';
import { findAndModify } from './find-and-modify.ts';
import { assertGeneric } from './generic.ts';
import { getCmdLineOpts, getLog, hostInfo } from './host.ts';
import { createIndexes, dropIndexes, listIndexes } from './indexes.ts';
import { insert } from './insert.ts';
import { renameCollection } from './rename.ts';
import { serverStatus, top } from './status.ts';
import { expire } from './ttl.ts';
import { update } from './update.ts';

export interface Request {
  command: Document;
  typed(): Document;
  /** The connection of the request; its commands run in sequence. */
  from?: unknown;
}

/** A command that was started. */
export interface Running {
  request: Request;
  name: string;
  /** Time used so far, in milliseconds. */
  ms: number;
  work: Work<Reply>;
}

const isWork = (v: Reply | Work<Reply>): v is Work<Reply> => Symbol.iterator in v && !Buffer.isBuffer(v);

const readers: Record<string, Handler> = {
  ping: diagnostics.ping,
  hello: diagnostics.hello,
  ismaster: diagnostics.isMaster,
  isMaster: diagnostics.isMaster,
  buildInfo: diagnostics.buildInfo,
  buildinfo: diagnostics.buildInfo,
  connectionStatus: diagnostics.connectionStatus,
  getParameter: diagnostics.getParameter,
  serverStatus,
  top,
  dbStats: diagnostics.dbStats,
  dbstats: diagnostics.dbStats,
  collStats: diagnostics.collStats,
  collstats: diagnostics.collStats,
  hostInfo,
  getCmdLineOpts,
  getLog,
  endSessions: () => ok,
  refreshSessions: () => ok,
  killSessions: () => ok,
  find,
  getMore,
  killCursors,
  aggregate: aggregateOrExplain,
  count,
  distinct,
  explain,
  listCollections,
  listDatabases,
  listIndexes,
};

/** Each statement of these is atomic, so statements before a client error stay. */
const writers: Record<string, Handler> = {
  insert,
  update,
  delete: remove,
  findAndModify,
  findandmodify: findAndModify,
};

/** These are atomic: an error undoes the whole command. */
const builders: Record<string, Handler> = {
  create,
  drop,
  dropDatabase,
  renameCollection,
  createIndexes,
  dropIndexes,
  deleteIndexes: dropIndexes,
};

const handlerOf = (table: Record<string, Handler>, name: string): Handler | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

const isCommand = (name: string): boolean =>
  [readers, writers, builders].some((table) => handlerOf(table, name) !== undefined);

/** Answers commands as a standalone mongod 7.0 would. Runs within a transaction of the store. */
export class Engine {
  readonly counters = new Counters();
  readonly #store: Store;
  readonly #cursors: Cursors;
  readonly #now: () => number;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
    this.#cursors = new Cursors(now);
  }

  /** Whether a request may change something. */
  writes({ command }: Pick<Request, 'command'>): boolean {
    const [name = ''] = Object.keys(command);
    return handlerOf(builders, name) !== undefined || handlerOf(writers, name) !== undefined;
  }

  /** Creates a command without running any of it. */
  start(request: Request): Running {
    const [name = ''] = Object.keys(request.command);
    this.counters.begin(name, request.command);
    return { request, name, ms: 0, work: this.#answer(name, request) };
  }

  /**
   * Runs a command until it finishes or its time slice is over. Returns the reply, or undefined if the command has to
   * continue. A client error is a reply too.
   * Throws other failures of a write, and failures that end the transaction; the whole transaction must then be rolled
   * back.
   */
  advance(running: Running): Reply | undefined {
    const { work, request } = running;
    const start = performance.now();
    const within = this.#store.sqlite.isTransaction;
    let reply: Reply | undefined;
    try {
      const step = work.next();
      if (step.done) reply = step.value;
    } catch (error) {
      // A write that failed midway makes its transaction roll back.
      const isWhole = error instanceof DbError || !this.writes(request);
      if (!isWhole || (within && !this.#store.sqlite.isTransaction)) throw error;
      reply = this.failure(error);
    }
    running.ms += performance.now() - start;
    if (reply) this.#end(running);
    return reply;
  }

  /** Counts the duration of a command on a collection. */
  #end({ name, ms, request: { command } }: Running): void {
    const target = name === 'getMore' ? command.collection : command[name];
    if (typeof target === 'string' && this.#store.find(String(command.$db), target))
      this.counters.end(`${command.$db}.${target}`, name, { writes: this.writes({ command }), ms });
  }

  /** The reply to a failed command. A write that had yielded keeps what it wrote before. */
  failure(error: unknown, written: 'nothing' | 'more' = 'nothing'): Document {
    if (error instanceof DbError) return error.toReply();
    if (isDiskFull(error))
      return new DbError(14031, `The disk is full: nothing ${written === 'more' ? 'more ' : ''}was written`).toReply();
    const shown = explained(error, this.#store.file);
    const message = shown instanceof Error ? shown.message : String(shown);
    return new DbError(8, `embedded database: ${message}`).toReply();
  }

  /** Removes expired documents of TTL indexes and closes idle cursors. Returns the number of documents. */
  expire(): number {
    this.#cursors.expire();
    return expire(this.#store, this.#now());
  }

  *#answer(name: string, { command, typed }: Request): Work<Reply> {
    const build = handlerOf(builders, name);
    const handler = build ?? handlerOf(writers, name) ?? handlerOf(readers, name);
    if (!handler) throw new DbError(59, `no such command: '${name}' (not supported by the embedded database)`);
    assertGeneric(command);
    const { $db: db } = command;
    if (typeof db !== 'string') throw new DbError(40414, "BSON field '$db' is missing but a required field");
    const call = {
      name,
      db,
      target: command[name],
      command,
      typed,
      isCommand,
      store: this.#store,
      cursors: this.#cursors,
      counters: this.counters,
      now: this.#now,
    };
    const reply = build ? this.#store.attempt(() => handler(call)) : handler(call);
    return isWork(reply) ? yield* reply : reply;
  }
}
