import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import { small } from '#api/platform/placement.ts';
import { weeksAfter } from '#contract/week-dates.ts';

/** A bike's rank and number of votes. */
export type Ranking = { rank: 1 | 2 | 3; bikeId: string; votes: number };

/** Result of a week. */
export type Decision = {
  week: string;
  /** The winner and up to two runners-up; empty if there is no winner. */
  places: Ranking[];
  /** Number of bikes that could have won. */
  eligible: number;
  decidedAt: Date;
};

type WinnerRow = Omit<Decision, 'week'> & {
  /** The week. */
  _id: string;
  winner?: { bikeId: string; ownerId?: string };
  /** Set until the win is recorded on the bike and announced. */
  open?: true;
};

const toDecision = ({ _id: week, places, eligible, decidedAt }: WinnerRow): Decision => ({
  week,
  places,
  eligible,
  decidedAt,
});

/** Stores the results: one row per week, whose result never changes. */
export class WinnerStore {
  readonly placement = { winners: small };
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

  /** Results of the last weeks, latest first. */
  async last(limit: number): Promise<Decision[]> {
    return (await this.#rows.find().sort({ _id: -1 }).limit(limit).toArray()).map(toDecision);
  }

  /** Filters the bikes that have won before. */
  async thatWon(bikeIds: string[]): Promise<Set<string>> {
    const rows = this.#rows.find({ 'winner.bikeId': { $in: bikeIds } }, { projection: { winner: 1 } });
    return new Set((await rows.toArray()).flatMap(({ winner }) => winner?.bikeId ?? []));
  }

  /** Owners of the winning bikes of so many weeks before a week. */
  async ownersBefore(week: string, weeks: number): Promise<Set<string>> {
    const since = { _id: { $gte: weeksAfter(week, -weeks), $lt: week } };
    const rows = await this.#rows.find(since, { projection: { winner: 1 } }).toArray();
    return new Set(rows.flatMap(({ winner }) => winner?.ownerId ?? []));
  }

  /** Records the result of a week; false if there is one already. @param ownerId owner of the winner */
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

  /** Weeks whose result is not announced yet, earliest first. */
  async open(): Promise<Decision[]> {
    return (await this.#rows.find({ open: true }).sort({ _id: 1 }).toArray()).map(toDecision);
  }

  async close(week: string): Promise<void> {
    await this.#rows.updateOne({ _id: week }, { $unset: { open: '' } });
  }

  /** Removes an erased member from the results. */
  async forgetOwner(ownerId: string): Promise<void> {
    await this.#rows.updateMany({ 'winner.ownerId': ownerId }, { $unset: { 'winner.ownerId': '' } });
  }
}
