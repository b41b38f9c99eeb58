import type { Document } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import { renewPatternTime } from '../query/pattern/bounded.ts';
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
import { missingCommand } from './not-here.ts';
import { renameCollection } from './rename.ts';
import { serverStatus, top } from './status.ts';
import { expire } from './ttl.ts';
import { update } from './update.ts';

/** What one request asks for. */
export interface Request {
  command: Document;
  typed(): Document;
}

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

/** Each statement of these is whole or refused, so what came before an error of the client's stays. */
const writers: Record<string, Handler> = {
  insert,
  update,
  delete: remove,
  findAndModify,
  findandmodify: findAndModify,
};

/** Of these nothing stays when anything is refused. */
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

  /**
   * The reply to one command; an error of the client's is a reply too.
   * Throws what else fails in a write, or ends the transaction: then nothing of the transaction is to be kept.
   */
  run({ command, typed }: Request): Reply {
    const [name = ''] = Object.keys(command);
    const start = performance.now();
    this.counters.begin(name, command);
    try {
      return this.#answer(name, command, typed);
    } catch (error) {
      // A write that broke off midway takes its transaction along.
      const isWhole = error instanceof DbError || !this.writes({ command });
      if (!isWhole || !this.#store.sqlite.isTransaction) throw error;
      return this.failure(error);
    } finally {
      this.#end(name, command, performance.now() - start);
    }
  }

  /** Counts the time of a command that is about a collection. */
  #end(name: string, command: Document, ms: number): void {
    const target = name === 'getMore' ? command.collection : command[name];
    if (typeof target === 'string' && this.#store.find(String(command.$db), target))
      this.counters.end(`${command.$db}.${target}`, name, { writes: this.writes({ command }), ms });
  }

  /** The reply to a command that failed. */
  failure(error: unknown): Document {
    if (error instanceof DbError) return error.toReply();
    if (isDiskFull(error)) return new DbError(14031, 'The disk is full: nothing was written').toReply();
    const told = explained(error, this.#store.file);
    const message = told instanceof Error ? told.message : String(told);
    return new DbError(8, `embedded database: ${message}`).toReply();
  }

  /** Removes what TTL indexes and idle cursors say has expired; answers how many documents that were. */
  expire(): number {
    this.#cursors.expire();
    return expire(this.#store, this.#now());
  }

  #answer(name: string, command: Document, typed: () => Document): Reply {
    const build = handlerOf(builders, name);
    const handler = build ?? handlerOf(writers, name) ?? handlerOf(readers, name);
    if (!handler) throw missingCommand(name);
    assertGeneric(command);
    renewPatternTime();
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
    return build ? this.#store.attempt(() => handler(call)) : handler(call);
  }
}
