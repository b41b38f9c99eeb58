import type { Collection, Db, Filter } from 'mongodb';
import { after, page } from '#api/platform/paging.ts';
import { bikeStatuses } from '#contract/bike-options.ts';
import type { BikeCard, Win } from '#contract/bikes.ts';
import type { Page } from '#contract/paging.ts';
import { briefFields, briefOf } from './bikes.brief.ts';
import { statusAt } from './bikes.status-history.ts';
import { type BikeRow, listFields, toCard } from './bikes.store.ts';

/** The fields that decide whether a bike can win a week. */
export type Candidate = {
  id: string;
  ownerId: string;
  publishedAt: Date;
  /** Length of the cover's longer side in pixels. */
  coverEdge: number;
  activeAtClose: boolean;
  buildState?: string | null;
  ownership?: string | null;
};

const batchSize = 500;
const candidateFields = {
  'owner.id': 1,
  publishedAt: 1,
  status: 1,
  statuses: 1,
  statusChangedAt: 1,
  buildState: 1,
  ownership: 1,
  'photos.width': 1,
  'photos.height': 1,
} as const;

/** Candidates and winners of Bike of the Week. */
export class BikeWinStore {
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#bikes = db.collection('bikes');
  }

  async createIndexes(): Promise<void> {
    await this.#bikes.createIndex(
      { status: 1, 'won.at': -1, _id: -1 },
      { partialFilterExpression: { 'won.at': { $exists: true } } },
    );
  }

  /** When the first Active bike was published; null if there is none. */
  async firstPublished(): Promise<Date | null> {
    const first = this.#bikes.find({ status: 'Active' }, { projection: { publishedAt: 1 } });
    const [row] = await first.sort({ publishedAt: 1, _id: 1 }).limit(1).toArray();
    return row?.publishedAt ?? null;
  }

  /** Yields batches of bikes published between `from` and `to` (both inclusive), in any status. */
  async *candidates(from: Date, to: Date, close: Date): AsyncGenerator<Candidate[]> {
    for (const status of bikeStatuses) {
      let cursor: string | undefined;
      do {
        const rest = after<BikeRow>('publishedAt', cursor, (at) => new Date(at));
        const within = { $gte: from, $lte: to, ...(rest.publishedAt as object | undefined) };
        const rows = await this.#bikes
          .find({ ...rest, status, publishedAt: within } as Filter<BikeRow>, { projection: candidateFields })
          .sort({ publishedAt: -1, _id: -1 })
          .limit(batchSize + 1)
          .toArray();
        const { items, next } = page(
          rows,
          batchSize,
          (row) => toCandidate(row, close),
          (row) => ({ at: row.publishedAt.getTime(), id: row._id }),
        );
        yield items;
        cursor = next ?? undefined;
      } while (cursor);
    }
  }

  /** Yields batches of the bikes among `ids` that were published between `from` and `to` (both inclusive). */
  async *candidatesAmong(ids: string[], from: Date, to: Date, close: Date): AsyncGenerator<Candidate[]> {
    for (let i = 0; i < ids.length; i += batchSize) {
      const these = { _id: { $in: ids.slice(i, i + batchSize) } };
      const rows = await this.#bikes.find(these, { projection: candidateFields }).toArray();
      yield rows
        .filter(({ publishedAt }) => publishedAt >= from && publishedAt <= to)
        .map((row) => toCandidate(row, close));
    }
  }

  /** The owner's id for each bike. */
  async ownersOf(ids: string[]): Promise<Map<string, string>> {
    const rows = await this.#bikes.find({ _id: { $in: ids } }, { projection: { 'owner.id': 1 } }).toArray();
    return new Map(rows.map(({ _id, owner }) => [_id, owner.id]));
  }

  /** Stores on a bike that it won a week. Idempotent. */
  async noteWin(bikeId: string, win: Win, at: Date): Promise<void> {
    await this.#bikes.updateOne({ _id: bikeId }, { $set: { won: { ...win, at } } });
  }

  /** Active bikes that won a week, latest first, with their briefs. */
  async winners(limit: number, cursor?: string): Promise<Page<BikeCard>> {
    const rest = after<BikeRow>('won.at', cursor, (at) => new Date(at));
    const won = { $exists: true, ...(rest['won.at'] as object | undefined) };
    const rows = await this.#bikes
      .find({ ...rest, status: 'Active', 'won.at': won } as Filter<BikeRow>, {
        projection: { ...listFields, ...briefFields },
      })
      .sort({ 'won.at': -1, _id: -1 })
      .limit(limit + 1)
      .toArray();
    return page(
      rows,
      limit,
      (row) => ({ ...toCard(row), brief: briefOf(row) }),
      (row) => ({ at: row.won?.at.getTime() ?? 0, id: row._id }),
    );
  }
}

function toCandidate(row: BikeRow, close: Date): Candidate {
  const { _id: id, owner, publishedAt, photos, buildState, ownership } = row;
  const [cover] = photos;
  return {
    id,
    ownerId: owner.id,
    publishedAt,
    buildState,
    ownership,
    coverEdge: cover ? Math.max(cover.width, cover.height) : 0,
    activeAtClose: statusAt(row, close) === 'Active',
  };
}
