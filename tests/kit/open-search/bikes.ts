import type { BikeSource } from '#api/features/search/bike-source.ts';
import type { Candidate } from '#contract/search/filter-and-count.ts';

type Row = { bike: Candidate; changedAt: number; isActive: boolean };

/** The bikes of a database, in memory. */
export class SourceBikes implements BikeSource {
  readonly rows = new Map<string, Row>();
  /** Called before each batch is read. */
  meanwhile: () => Promise<void> | void = () => {};

  /** Writes a bike now. */
  put(bike: Candidate, { isActive = true, at = Date.now() } = {}): void {
    this.rows.set(bike.id, { bike, changedAt: at, isActive });
  }

  hide(id: string): void {
    const row = this.rows.get(id);
    if (row) this.put(row.bike, { isActive: false });
  }

  get active(): Candidate[] {
    return [...this.rows.values()].flatMap(({ bike, isActive }) => (isActive ? [bike] : []));
  }

  async all(after: string, limit: number): Promise<Candidate[]> {
    await this.meanwhile();
    const rows = this.active.sort((a, b) => (a.id < b.id ? -1 : 1));
    return rows.filter(({ id }) => id > after).slice(0, limit);
  }

  these(ids: readonly string[]): Promise<Candidate[]> {
    return Promise.resolve(this.active.filter(({ id }) => ids.includes(id)));
  }

  changes(after: { id: string; at: Date }, limit: number) {
    const since = after.at.getTime();
    const rows = [...this.rows.values()]
      .map(({ bike: { id }, changedAt }) => ({ id, changedAt }))
      .filter(({ id, changedAt }) => changedAt > since || (changedAt === since && id > after.id))
      .sort((a, b) => a.changedAt - b.changedAt || (a.id < b.id ? -1 : 1));
    return Promise.resolve(rows.slice(0, limit).map(({ id, changedAt }) => ({ id, at: new Date(changedAt) })));
  }

  lastChange(): Promise<Date | null> {
    const last = Math.max(...[...this.rows.values()].map(({ changedAt }) => changedAt), 0);
    return Promise.resolve(last > 0 ? new Date(last) : null);
  }

  countAll(): Promise<number> {
    return Promise.resolve(this.active.length);
  }
}
