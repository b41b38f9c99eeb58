import { type Collection, MongoBulkWriteError, type OptionalUnlessRequiredId } from 'mongodb';
import { Batcher } from './batcher.ts';
import { isDuplicate } from './mongo.ts';

/** Which of several rows were refused because their ids are there already. @throws the error where it says anything else */
function duplicatesOf(error: unknown): Set<number> {
  const failures = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
  const isAll = failures.length > 0 && failures.every(isDuplicateFailure);
  if (!isAll || (error as MongoBulkWriteError).result.getWriteConcernError()) throw error;
  return new Set(failures.map(({ index }) => index));
}
const isDuplicateFailure = ({ code }: { code: number }) => code === 11_000;

/** Puts rows into a collection whose ids say what they are: those that come at once go in with one command. */
export class BatchInserter<Row extends { _id: string }> {
  readonly #putting: Batcher<Row, boolean>;

  constructor(rows: Collection<Row>) {
    const given = (row: Row) => row as OptionalUnlessRequiredId<Row>;
    this.#putting = new Batcher(async (all) => {
      const [only] = all;
      try {
        if (only && all.length === 1) await rows.insertOne(given(only));
        else await rows.insertMany(all.map(given), { ordered: false });
        return all.map(() => true);
      } catch (error) {
        if (all.length === 1 && isDuplicate(error)) return [false];
        const refused = duplicatesOf(error);
        return all.map((_, i) => !refused.has(i));
      }
    });
  }

  /** @returns false where its id is there already */
  put(row: Row): Promise<boolean> {
    return this.#putting.do(row);
  }
}
