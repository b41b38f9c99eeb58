import type { Collection, Db } from 'mongodb';

/** Runs in place of a command such as `bikes.updateOne`. It calls `run` when and as often as it likes. */
export type Interposer = (command: string, run: () => Promise<unknown>) => Promise<unknown>;

const single = new Set([
  'findOne',
  'findOneAndUpdate',
  'insertOne',
  'insertMany',
  'updateOne',
  'updateMany',
  'deleteOne',
  'deleteMany',
  'bulkWrite',
]);
type Method = (...args: unknown[]) => unknown;

const withMethods = <T extends object>(target: T, wrap: (name: string, method: Method) => Method): T =>
  new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? wrap(String(name), value.bind(target) as Method) : value;
    },
  });

function cursorOf(target: object, run: (call: () => Promise<unknown>) => Promise<unknown>): object {
  const cursor: object = withMethods(target, (name, method) => (...args) => {
    if (name === 'toArray') return run(async () => method(...args));
    const result = method(...args);
    return result === target ? cursor : result;
  });
  return cursor;
}

const collectionOf = <T extends object>(collection: Collection<T>, interpose: Interposer): Collection<T> =>
  withMethods(collection, (name, method) => {
    const command = `${collection.collectionName}.${name}`;
    if (single.has(name)) return (...args) => interpose(command, async () => method(...args));
    if (name !== 'find') return method;
    return (...args) => cursorOf(method(...args) as object, (call) => interpose(command, call));
  });

/** A database that passes the commands on these collections to an interposer. */
export const interposed = (db: Db, names: readonly string[], interpose: Interposer): Db =>
  withMethods(db, (name, method) => (...args) => {
    const read = name === 'command' ? (args[0] as { find?: string }).find : undefined;
    if (read && names.includes(read)) return interpose(`${read}.find`, async () => method(...args));
    const result = method(...args);
    const meant = name === 'collection' && names.includes(String(args[0]));
    return meant ? collectionOf(result as Collection, interpose) : result;
  });
