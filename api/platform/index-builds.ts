import { setTimeout as pause } from 'node:timers/promises';
import { type Collection, type IndexDescription, MongoNetworkError, MongoServerError } from 'mongodb';

type Indexed = Pick<Collection, 'collectionName' | 'dropIndex' | 'listIndexes'>;

const [retryMs, maxWaitMs] = [200, 60_000];
const [noNamespace, noIndex] = [26, 27];
/** IndexOptionsConflict, IndexKeySpecsConflict. */
const conflicts = new Set<unknown>([85, 86]);

/** Error codes of commands that met another process's, or a server that gave way. They can be repeated. */
const passing = new Set<unknown>([
  // LockTimeout, LockBusy, NamespaceExists, IndexAlreadyExists, WriteConflict, ConflictingOperationInProgress.
  ...[24, 46, 48, 68, 112, 117],
  // DatabaseDropPending, IndexBuildAborted, IndexBuildAlreadyInProgress, BackgroundOperationInProgress…
  ...[215, 276, 285, 12_586, 12_587],
  // A cluster that moves or reshards the collection: StaleShardVersion, -Epoch, -DbVersion, -Config.
  ...[63, 150, 249, 13_388, 338],
  // A server that is unreachable, shuts down, is not the primary or waits for a majority.
  ...[6, 7, 64, 89, 91, 133, 189, 9001, 10_107, 11_600, 11_602, 13_435, 13_436],
]);

const codeOf = (error: unknown): unknown => (error instanceof MongoServerError ? error.code : undefined);
const isPassing = (error: unknown): boolean => error instanceof MongoNetworkError || passing.has(codeOf(error));

/** Its message tells the operator which index is in the way. */
export class CannotIndex extends Error {}

type Index = Record<string, unknown> & { name: string; key: Record<string, unknown> };
/** The options that make another index of the same fields. */
const distinguishing = ['unique', 'sparse', 'expireAfterSeconds', 'partialFilterExpression'] as const;

function toIndex({ key, name, ...options }: IndexDescription): Index {
  const fields = key instanceof Map ? Object.fromEntries(key) : { ...key };
  return { ...options, key: fields, name: name ?? Object.entries(fields).flat().join('_') };
}
/** Its fields and options as text, without those that are off. */
const textOf = (index: Index): string =>
  JSON.stringify(Object.fromEntries(['key', ...distinguishing].map((name) => [name, index[name] || undefined])));
const isSame = (one: Index, other: Index): boolean =>
  textOf(one) === textOf(other) && one.expireAfterSeconds === other.expireAfterSeconds;
const hasSameFields = (one: Index, other: Index): boolean => JSON.stringify(one.key) === JSON.stringify(other.key);

/**
 * Creates indexes, while other processes may be doing the same. An index of another version that has the same name or
 * fields but other options is replaced, so the version that was started last wins.
 * @param create the driver's `createIndexes` of the collection
 * @returns the names of the indexes
 * @throws CannotIndex if one of both is unique: without a unique index for a moment, documents could become doubled
 */
export async function buildIndexes(
  collection: Indexed,
  specs: readonly IndexDescription[],
  create: (specs: IndexDescription[]) => Promise<unknown>,
  { retry = retryMs, max = maxWaitMs } = {},
): Promise<string[]> {
  const giveUpAt = performance.now() + max;
  const names = specs.map((spec) => toIndex(spec).name);
  for (let missing = [...specs]; missing.length > 0; ) {
    try {
      await create(missing);
      return names;
    } catch (error) {
      const isConflict = conflicts.has(codeOf(error));
      if (!(isConflict || isPassing(error)) || performance.now() > giveUpAt) throw error;
      if (isConflict) missing = await withoutOthers(collection, missing, error);
      if (missing.length > 0) await pause(retry);
    }
  }
  return names;
}

/** Drops what is in the way of these indexes. Returns those that are not there. */
async function withoutOthers(
  collection: Indexed,
  specs: readonly IndexDescription[],
  cause: unknown,
): Promise<IndexDescription[]> {
  const there = (await collection.listIndexes().toArray()).map((one) => toIndex(one as IndexDescription));
  const missing = specs.filter((spec) => !there.some((one) => isSame(one, toIndex(spec))));
  for (const wanted of missing.map(toIndex)) {
    const named = there.filter(({ name }) => name === wanted.name);
    // Without such a name, the fields are in the way. An operator's own index of these fields is not.
    for (const one of named.length > 0 ? named : there.filter((one) => hasSameFields(one, wanted))) {
      if (one.unique || wanted.unique)
        throw new CannotIndex(
          `The index ${one.name} of the collection ${collection.collectionName} is ${textOf(one)}. This version needs ` +
            `${textOf(wanted)}. Stop all processes, drop the index and start again.`,
          { cause },
        );
      await dropIndex(collection, one.name);
    }
  }
  return missing;
}

/** Drops an index, unless another process has dropped it. */
export async function dropIndex(collection: Pick<Collection, 'dropIndex'>, name: string): Promise<void> {
  await collection.dropIndex(name).catch((error: unknown) => {
    if (codeOf(error) !== noIndex && codeOf(error) !== noNamespace) throw error;
  });
}
