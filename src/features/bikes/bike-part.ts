import type { BikeStatus } from '#contract/bike-options.ts';
import type { StoredPhoto } from '#contract/photos.ts';

/** Data of a queued bike that is not sent: needed to show the bike before the server has it. */
export type BikePart = {
  slug: string;
  brand: string;
  photos: StoredPhoto[];
  /** Status of an edited bike that is not public. */
  status?: BikeStatus;
  /** Number of times its photos were uploaded again because the server lacked them. */
  rounds?: number;
};
