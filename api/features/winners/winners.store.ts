import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import { weeksAfter } from '#contract/weeks.ts';

/** Where a bike came in, and by how many votes. */
export type Place = { rank: 1 | 2 | 3; bikeId: string; votes: number };

/** What came of a week. */
export type Decision = {
  week: string;
  /** The winner and up to two runners-up; none in a week without a winner. */
  places: Place[];
  /** How many bikes could have won. */
  eligible: number;
  decidedAt: Date;
};

type WinnerRow = Omit<Decision, 'week'> & {
  /** The week. */
  _id: string;
  winner?: { bikeId: string; ownerId?: string };
  /** Until the winning bike says so and everybody was told. */
  open?: true;
};

const toDecision = ({ _id: week, places, eligible, decidedAt }: WinnerRow): Decision => ({
  ...{ week, places, eligible, decidedAt },
});

/** What came of each week: one row a week, which never changes. */
export class WinnerStore {
  readonly #rows: Collection<WinnerRow>;

  constructor(db: Db) {
    this.#rows = db.collection('winners');
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndexes([
      { key: { 'winner.bikeId': 1 }, sparse: true },
      { key: { 'winner.ownerId': 1 }, sparse: true },
      { key: { open: 1 }, sparse: true },
    ]);
  }

  /** The weeks that were decided last, the latest first. */
  async last(limit: number): Promise<Decision[]> {
    return (await this.#rows.find().sort({ _id: -1 }).limit(limit).toArray()).map(toDecision);
  }

  /** Those of these bikes that won a week before. */
  async thatWon(bikeIds: string[]): Promise<Set<string>> {
    const rows = this.#rows.find({ 'winner.bikeId': { $in: bikeIds } }, { projection: { winner: 1 } });
    return new Set((await rows.toArray()).flatMap(({ winner }) => winner?.bikeId ?? []));
  }

  /** Whose bikes won in so many weeks before a week. */
  async ownersBefore(week: string, weeks: number): Promise<Set<string>> {
    const since = { _id: { $gte: weeksAfter(week, -weeks), $lt: week } };
    const rows = await this.#rows.find(since, { projection: { winner: 1 } }).toArray();
    return new Set(rows.flatMap(({ winner }) => winner?.ownerId ?? []));
  }

  /** Notes what came of a week; false when that was noted before. @param ownerId whose bike won */
  async insert({ week, ...decision }: Decision, ownerId: string | undefined): Promise<boolean> {
    const bikeId = decision.places[0]?.bikeId;
    try {
      await this.#rows.insertOne({
        _id: week,
        ...decision,
        ...(bikeId && { winner: { bikeId, ownerId }, open: true }),
      });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  /** Decided weeks of which nobody was told yet, the earliest first. */
  async open(): Promise<Decision[]> {
    return (await this.#rows.find({ open: true }).sort({ _id: 1 }).toArray()).map(toDecision);
  }

  async close(week: string): Promise<void> {
    await this.#rows.updateOne({ _id: week }, { $unset: { open: '' } });
  }

  /** Forgets whose bike won, of a member who goes for good. */
  async forgetOwner(ownerId: string): Promise<void> {
    await this.#rows.updateMany({ 'winner.ownerId': ownerId }, { $unset: { 'winner.ownerId': '' } });
  }
}
