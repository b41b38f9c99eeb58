import type { Collection, Db } from 'mongodb';
import { small } from '#api/platform/placement.ts';
import type { Named, NameRule } from './makers.fold.ts';

type NameRow = NameRule & {
  /** `kind:key` */
  _id: string;
  at: Date;
};

const idOf = ({ kind, key }: Named): string => `${kind}:${key}`;

/** Stores the names that moderators merged or changed. */
export class MakerNameStore {
  readonly placement = { makerNames: small };
  readonly #rows: Collection<NameRow>;

  constructor(db: Db) {
    this.#rows = db.collection('makerNames');
  }

  /** All of them: there are as many as moderators make by hand. */
  async all(): Promise<(NameRule & { at: Date })[]> {
    return (await this.#rows.find().toArray()).map(({ _id: _, ...rule }) => rule);
  }

  /** Replaces what is said about a name; without a name and a merge it is as its members write it. */
  async put({ kind, key, into, name }: NameRule, at: Date): Promise<void> {
    const _id = idOf({ kind, key });
    if (into === undefined && name === undefined) await this.#rows.deleteOne({ _id });
    else
      await this.#rows.replaceOne(
        { _id },
        { kind, key, ...(into && { into }), ...(name && { name }), at },
        { upsert: true },
      );
  }
}
