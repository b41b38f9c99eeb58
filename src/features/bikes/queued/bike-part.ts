import type { BikeStatus } from '#contract/bike-options.ts';
import type { StoredPhoto } from '#contract/photos.ts';

/** What a queued bike knows besides what it sends: enough to show the bike before the server has it. */
export type BikePart = {
  slug: string;
  brand: string;
  photos: StoredPhoto[];
  /** The status of a changed bike that others do not see. */
  status?: BikeStatus;
  /** How often its photos were sent again because the server did not have them. */
  rounds?: number;
};
