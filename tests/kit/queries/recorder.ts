import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Db, type Document, MongoClient } from 'mongodb';
import { telling } from '#api/platform/mongo.ts';

/** A command with one statement, as the database received it. */
export type Statement = { name: string; collection: string; command: Document };

const root = join(import.meta.dirname, '../../..');
const methods = [
  'find',
  'findOne',
  'findOneAndUpdate',
  'findOneAndDelete',
  'findOneAndReplace',
  'aggregate',
  'countDocuments',
  'updateOne',
  'updateMany',
  'replaceOne',
  'deleteOne',
  'deleteMany',
  'distinct',
  'bulkWrite',
].join('|');
/** A call of a driver method, or of `readRows`, which calls them. An array's own `find` takes a function. */
const call = new RegExp(`(?:\\.(?:${methods})(?:<\\w+>)?\\((?!\\(|\\w+ =>)|(?<!function )readRows<).*`);
const byId = /^[^(]*\(\s*\{\s*(?:\.\.\.\{\s*|\.\.\.\w+, )?_id\b/;
/** Our own `find` methods, which return one row. */
const ownFind = /^\.find\((?:\w*[iI]d|filter\._id|accessToken|cookies\b.*)\)/;
const named = /^[^(]*\(\s*(?:\{ \.\.\.)?(\w+)/;

/** A line that queries the database. */
export type CallSite = { place: string; text: string };

/** Returns the lines that query by more than `_id`, which is always indexed. */
export function callSites(): CallSite[] {
  const files = readdirSync(join(root, 'api'), { recursive: true, encoding: 'utf8' });
  return files
    .filter((name) => /\.ts$/.test(name) && !/(^|\/)(tests|cli|embedded-mongo|contract)\//.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(root, 'api', name), 'utf8');
      if (!text.includes("from 'mongodb'")) return [];
      const lines = text.split('\n');
      const isById = (n: number, found: string) => {
        const whole = [found, ...lines.slice(n + 1, n + 3)].join(' ');
        const [, filter = ''] = named.exec(whole) ?? [];
        const args = filter && lines.slice(Math.max(0, n - 20), n).join(' ');
        return (
          ownFind.test(found) ||
          byId.test(whole) ||
          (args && new RegExp(`const ${filter}\\b[^={]*= \\{ _id\\b`).test(args))
        );
      };
      return lines.flatMap((line, n) => {
        const [found] = call.exec(line) ?? [];
        return found && !isById(n, found) ? [{ place: `api/${name}:${n + 1}`, text: line.trim() }] : [];
      });
    });
}

/** Names and operators, without values. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((one) => JSON.stringify(formOf(one))))];
  if (value === null || typeof value !== 'object' || value instanceof Date || value instanceof RegExp) return null;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, formOf(one)]));
}

const asking: Record<string, string> = {
  find: 'filter',
  aggregate: 'pipeline',
  count: 'query',
  distinct: 'query',
  findAndModify: 'query',
  update: 'updates',
  delete: 'deletes',
};

/** Splits a command into statements that can be explained. */
function statementsOf({ lsid: _, $db: __, $readPreference: ___, ...command }: Document): Statement[] {
  const [name = ''] = Object.keys(command);
  const list = asking[name];
  const collection = command[name];
  if (!list || typeof collection !== 'string') return [];
  if (name !== 'update' && name !== 'delete') return [{ name, collection, command }];
  return command[list].map((one: Document) => ({ name, collection, command: { [name]: collection, [list]: [one] } }));
}

const writing = new Set(['insert', 'update', 'delete', 'findAndModify', 'aggregate']);

function writesOf(command: Document): Statement[] {
  const [name = ''] = Object.keys(command);
  return writing.has(name) ? [{ name, collection: command[name], command }] : [];
}

function shapeOf({ name, collection, command }: Statement): string {
  const { sort, hint, limit, key } = command;
  const asked = command[asking[name] ?? ''];
  const q = name === 'update' || name === 'delete' ? { q: asked[0].q } : asked;
  return JSON.stringify([name, collection, formOf(q), sort, hint, limit !== undefined, key]);
}

/** A proxy of the database that records each shape of statement once, and the lines that caused them. */
export class QueryRecorder {
  readonly statements = new Map<string, Statement>();
  /** Each shape of write, with what it writes. */
  readonly writes = new Map<string, Statement>();
  readonly #lines = new Set<string>();
  /** Frames of stacks that were seen before, as they are compiled. */
  readonly #frames = new Set<string>();
  readonly #client: MongoClient;

  constructor(url: string) {
    this.#client = new MongoClient(url, { monitorCommands: true, ignoreUndefined: true });
    this.#client.on('commandStarted', ({ command }) => {
      for (const statement of statementsOf(command)) {
        const shape = shapeOf(statement);
        if (!this.statements.has(shape)) this.statements.set(shape, statement);
      }
      for (const write of writesOf(command)) this.writes.set(JSON.stringify(formOf(write)) + write.collection, write);
    });
  }

  /** The recorded database of this name. */
  database(name: string): Db {
    const recorded = <T extends object>(target: T): T =>
      new Proxy(target, {
        get: (_, property) => {
          const value: unknown = Reflect.get(target, property, target);
          if (typeof value !== 'function') return value;
          return (...args: unknown[]) => {
            this.#noteCallers();
            const made: unknown = value.apply(target, args);
            return property === 'collection' ? recorded(made as object) : made;
          };
        },
        set: (_, property, value) => Reflect.set(target, property, value),
      });
    return recorded(telling(this.#client.db(name)));
  }

  #noteCallers(): void {
    const { stackTraceLimit, prepareStackTrace } = Error;
    Error.stackTraceLimit = 25;
    Error.prepareStackTrace = (_, sites) =>
      sites.map((one) => `${one.getFileName()}:${one.getLineNumber()}:${one.getColumnNumber()}`);
    const frames = new Error('for its frames').stack as unknown as string[];
    Error.prepareStackTrace = prepareStackTrace;
    const isNew = frames.some((frame) => !this.#frames.has(frame));
    for (const frame of frames) this.#frames.add(frame);
    // Mapping a stack to the sources takes longer than most queries.
    const { stack = '' } = isNew ? new Error('for its stack') : {};
    Error.stackTraceLimit = stackTraceLimit;
    for (const [, file = '', line] of stack.matchAll(/(\/[^\s:()]+\.ts):(\d+):\d+/g))
      this.#lines.add(`${relative(root, file)}:${line}`);
  }

  /** Whether a line has run a query. */
  hasAsked({ place }: CallSite): boolean {
    return this.#lines.has(place);
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
