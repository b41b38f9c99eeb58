import type { Collection, Db } from 'mongodb';
import type { Person } from '#contract/people.ts';
import { type DenormalizedAuthors, isCurrent } from './denormalized-authors.ts';
import type { IdempotencyRow } from './idempotency-store.ts';

const batchSize = 100;

const isPerson = (value: unknown): value is Person =>
  typeof value === 'object' && value !== null && 'id' in value && 'username' in value && 'avatar' in value;

/** Updates a member's name and avatar in an answer; returns the same text if none was outdated. */
function refreshed(body: string, person: Person): string {
  try {
    return JSON.stringify(JSON.parse(body), (_, value: unknown) =>
      isPerson(value) && value.id === person.id && !isCurrent(value, person) ? { ...value, ...person } : value,
    );
  } catch {
    return body;
  }
}

/** Stored answers contain the name and avatar of the member who got them, and of nobody else. */
export class IdempotencyAuthors implements DenormalizedAuthors {
  readonly #rows: Collection<IdempotencyRow>;

  constructor(db: Db) {
    this.#rows = db.collection<IdempotencyRow>('receipts');
  }

  async update(person: Person, cursor = `${person.id}:`): Promise<{ old: number; next: string | null }> {
    const rows = await this.#rows
      .find({ _id: { $gt: cursor, $lt: `${person.id};` } }, { projection: { answer: 1 } })
      .sort({ _id: 1 })
      .limit(batchSize)
      .toArray();
    const old = rows.flatMap(({ _id, answer }) => {
      const body = answer && refreshed(answer.body, person);
      return body === undefined || body === answer?.body ? [] : [{ _id, body }];
    });
    if (old.length > 0) {
      await this.#rows.bulkWrite(
        old.map(({ _id, body }) => ({
          updateOne: { filter: { _id, state: 'done' as const }, update: { $set: { 'answer.body': body } } },
        })),
        { ordered: false },
      );
    }
    return { old: old.length, next: rows.length < batchSize ? null : (rows.at(-1)?._id ?? null) };
  }
}
