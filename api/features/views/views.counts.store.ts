import type { Collection, Db } from 'mongodb';
import {
  type Batch,
  bikesWithChanges,
  type Changed,
  type CountedChanges,
  type CountSource,
  waitingChanges,
} from '#api/features/bikes/bikes.count-changes.store.ts';
import type { ViewRow } from './views.store.ts';

/** Counts the views of bikes. They do not affect the rank. */
export class ViewCounts implements CountSource {
  readonly #views: Collection<ViewRow>;

  constructor(db: Db) {
    this.#views = db.collection('views');
  }

  async createIndexes(): Promise<void> {
    await this.#views.createIndex({ 'change.bikeId': 1 }, { sparse: true });
  }

  async open(bikeId: string, limit: number): Promise<Changed[]> {
    const rows = await this.#views.find({ 'change.bikeId': bikeId }).limit(limit).toArray();
    return rows.flatMap(({ _id, viewer, due, change }) =>
      change && due ? [{ id: _id, op: change.op, by: change.by, userId: viewer, at: due }] : [],
    );
  }

  async batchOf(_bike: unknown, changed: Changed[]): Promise<Batch> {
    const changes = changed.map(({ id, op, by }) => ({ id, op, by }));
    return { by: changes.length, moments: [], mark: { changes, firsts: [] } };
  }

  async finish({ changes }: CountedChanges): Promise<boolean> {
    const { matchedCount } = await this.#views.updateMany(
      { _id: { $in: changes.map(({ id }) => id) }, 'change.op': { $in: changes.map(({ op }) => op) } },
      { $rename: { due: 'expires' }, $unset: { change: '' } },
    );
    return matchedCount === changes.length;
  }

  /** Views are never taken back. */
  async present(ids: string[]): Promise<Set<string>> {
    return new Set(ids);
  }

  /** Counted views expire, so the current count is the base; open views are counted afterwards. */
  async whole({ counts }: { counts: { views: number } }): Promise<Batch> {
    return { by: counts.views, moments: [], mark: { changes: [], firsts: [] } };
  }

  openBikes(after: string): Promise<string[]> {
    return bikesWithChanges(this.#views, after);
  }

  waiting(): Promise<number> {
    return waitingChanges(this.#views);
  }

  async drop(bikeId: string): Promise<void> {
    await this.#views.deleteMany({ 'change.bikeId': bikeId });
  }
}
