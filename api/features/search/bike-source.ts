import type { ChangeSource } from '#api/platform/change-feed.ts';
import type { Candidate } from '#contract/search/filter-and-count.ts';

/** The searchable bikes of the database. */
export interface BikeSource extends ChangeSource {
  /** All public bikes by ascending id. */
  all(after: string, limit: number): Promise<Candidate[]>;
  /** The public ones of these bikes. */
  these(ids: readonly string[]): Promise<Candidate[]>;
  countAll(): Promise<number>;
}
