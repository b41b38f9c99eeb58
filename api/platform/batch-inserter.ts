import { type Collection, MongoBulkWriteError, type OptionalUnlessRequiredId } from 'mongodb';
import { Batcher } from './batcher.ts';
import { isDuplicate } from './mongo.ts';

/** Returns the indexes of the writes that were refused because their ids exist already. @throws the error if it has another cause */
export function duplicatesOf(error: unknown): Set<number> {
  const failures = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
  const isAll = failures.length > 0 && failures.every(isDuplicateFailure);
  if (!isAll || (error as MongoBulkWriteError).result.getWriteConcernError()) throw error;
  return new Set(failures.map(({ index }) => index));
}
const isDuplicateFailure = ({ code }: { code: number }) => code === 11_000;

/** Inserts rows whose ids the caller chose. Calls made in the same tick are sent as one command. */
export class BatchInserter<Row extends { _id: string }> {
  readonly #batcher: Batcher<Row, boolean>;

  constructor(rows: Collection<Row>) {
    const insertable = (row: Row) => row as OptionalUnlessRequiredId<Row>;
    this.#batcher = new Batcher(async (all) => {
      const [only] = all;
      try {
        if (only && all.length === 1) await rows.insertOne(insertable(only));
        else await rows.insertMany(all.map(insertable), { ordered: false });
        return all.map(() => true);
      } catch (error) {
        if (all.length === 1 && isDuplicate(error)) return [false];
        const refused = duplicatesOf(error);
        return all.map((_, i) => !refused.has(i));
      }
    });
  }

  /** @returns false if a row with this id exists already */
  put(row: Row): Promise<boolean> {
    return this.#batcher.do(row);
  }
}
