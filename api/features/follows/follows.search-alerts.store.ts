import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import { byId } from '#api/platform/placement.ts';
import { maxSearchAlerts } from '#contract/list-sizes.ts';

/** A period whose bikes are compared with the searches that alert, and the last search that was. */
export type Pass = { from: Date; until: Date; after: string };
/** Between passes, `until` is null and `from` is where the next one begins. */
type PassRow = { _id: 'pass' } & Omit<Pass, 'until'> & { until: Date | null };
/** The alerts that a member got on one of their days. */
type DayRow = {
  /** `userId:day` */
  _id: string;
  userId: string;
  /** Each is a search, and the end of the pass that told. */
  told: string[];
  expires: Date;
};

/** Milliseconds for which it is stored what was told: longer than a day is anywhere, and than a pass may be interrupted. */
const keptMs = 7 * 86_400_000;

/** Stores how far new bikes were compared with searches, and what members were told. */
export class SearchAlertStore {
  readonly placement = { searchAlerts: byId };
  readonly #passes: Collection<PassRow>;
  readonly #days: Collection<DayRow>;

  constructor(db: Db) {
    this.#passes = db.collection('searchAlerts');
    this.#days = db.collection('searchAlerts');
  }

  async createIndexes(): Promise<void> {
    await this.#days.createIndexes([
      { key: { expires: 1 }, expireAfterSeconds: 0 },
      { key: { userId: 1 }, sparse: true },
    ]);
  }

  /** The pass that was interrupted, or where the next one begins; null before the first one. */
  async state(): Promise<(Omit<Pass, 'until'> & { until: Date | null }) | null> {
    return this.#passes.findOne({ _id: 'pass' });
  }

  /** Notes where the next pass begins. */
  async rest(from: Date): Promise<void> {
    await this.#passes.updateOne({ _id: 'pass' }, { $set: { from, until: null, after: '' } }, { upsert: true });
  }

  async begin({ from, until }: Pass): Promise<void> {
    await this.#passes.updateOne({ _id: 'pass', from, until: null }, { $set: { until, after: '' } });
  }

  /** Notes the last search that was compared. */
  async advance({ from, until }: Pass, after: string): Promise<void> {
    await this.#passes.updateOne({ _id: 'pass', from, until }, { $max: { after } });
  }

  async end({ from, until }: Pass): Promise<void> {
    await this.#passes.updateOne({ _id: 'pass', from, until }, { $set: { from: until, until: null, after: '' } });
  }

  /**
   * Counts one alert of a member's day. Idempotent.
   * @param what the same for a repeated call
   * @returns whether it may be told: it is among the first of the day
   */
  async note(userId: string, day: string, what: string, now: Date): Promise<boolean> {
    const _id = `${userId}:${day}`;
    const isOpen = { told: { $ne: what }, [`told.${maxSearchAlerts - 1}`]: { $exists: false } };
    const expires = new Date(now.getTime() + keptMs);
    try {
      const update = { $push: { told: what }, $setOnInsert: { userId, expires } };
      await this.#days.updateOne({ _id, ...isOpen }, update, { upsert: true });
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return ((await this.#days.findOne({ _id }))?.told ?? []).includes(what);
    }
  }

  async eraseOf(userId: string): Promise<void> {
    await this.#days.deleteMany({ userId });
  }
}
