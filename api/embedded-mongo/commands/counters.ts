import { Long } from 'bson';
import type { Document } from '../bson/codec.ts';
import type { Store } from '../store/store.ts';

const operations = ['insert', 'query', 'update', 'delete', 'getmore', 'command'] as const;
type Operation = (typeof operations)[number];

/** The names that `top` and `serverStatus` use for the commands that they report. */
const kinds: Record<string, readonly [top: string, operation: Operation]> = {
  insert: ['insert', 'insert'],
  find: ['queries', 'query'],
  update: ['update', 'update'],
  delete: ['remove', 'delete'],
  getMore: ['getmore', 'getmore'],
};
const statementsOf: Record<string, string> = { insert: 'documents', update: 'updates', delete: 'deletes' };
const parts = ['total', 'readLock', 'writeLock', 'queries', 'getmore', 'insert', 'update', 'remove', 'commands'];

interface Used {
  micros: number;
  count: number;
}

const long = (n: number): Long => Long.fromNumber(Math.round(n));

/** Counters since the start, as mongostat and mongotop read them. */
export class Counters {
  readonly network = { bytesIn: 0, bytesOut: 0, numRequests: 0 };
  readonly connections = { current: 0, totalCreated: 0 };
  readonly #operations = new Map<Operation, number>(operations.map((name) => [name, 0]));
  readonly #used = new Map<string, Map<string, Used>>();

  /** Counts a command; for a write, each of its statements. */
  begin(name: string, command: Document): void {
    const operation = kinds[name]?.[1] ?? 'command';
    const statements = command[statementsOf[name] ?? ''];
    const n = Array.isArray(statements) ? statements.length : 1;
    this.#operations.set(operation, (this.#operations.get(operation) ?? 0) + n);
  }

  /** Adds the duration of a command on a collection, in milliseconds. */
  end(ns: string, name: string, { writes, ms }: { writes: boolean; ms: number }): void {
    const used = this.#used.get(ns) ?? new Map<string, Used>();
    this.#used.set(ns, used);
    for (const part of ['total', writes ? 'writeLock' : 'readLock', kinds[name]?.[0] ?? 'commands']) {
      const { micros, count } = used.get(part) ?? { micros: 0, count: 0 };
      used.set(part, { micros: micros + ms * 1000, count: count + 1 });
    }
  }

  get opcounters(): Document {
    return Object.fromEntries([...this.#operations].map(([name, n]) => [name, long(n)]));
  }

  /** The duration and number of commands on each existing collection. */
  totals(store: Store): Document {
    const totals: Document = { note: 'all times in microseconds' };
    for (const { ns } of store.collections()) {
      const used = this.#used.get(ns);
      const of = (part: string): Document => {
        const { micros, count } = used?.get(part) ?? { micros: 0, count: 0 };
        return { time: long(micros), count: long(count) };
      };
      totals[ns] = Object.fromEntries(parts.map((part) => [part, of(part)]));
    }
    for (const ns of this.#used.keys()) if (!(ns in totals)) this.#used.delete(ns);
    return totals;
  }
}
