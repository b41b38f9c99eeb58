import * as v from 'valibot';
import { bikeFacts } from './bike-facts.ts';
import { goesTogether } from './bike-rules.ts';
import { bikeIdentity } from './bikes.ts';
import { atMost } from './bounds.ts';
import { endpoint } from './endpoint.ts';
import { Photo, PhotoNote, photoLimits } from './photos.ts';
import { Seen } from './seen.ts';

// Apart from `bikes.ts`: what is here knows every field, and no first page needs it.

const photoNotes = atMost(v.array(PhotoNote), photoLimits.perBike, 'A bike can have up to 24 photos.');

/** What an owner publishes. Fields are named as a form names them: a refusal is keyed by the same path. */
export const PublishedBike = v.pipe(
  v.object({
    ...bikeFacts,
    status: v.literal('Active'),
    photos: v.pipe(photoNotes, v.minLength(1, 'Add at least one photo.')),
    /** The version that was changed: a newer one is not overwritten. Absent from a new bike. */
    version: v.optional(
      v.pipe(v.number('Send a version.'), v.integer('Send a version.'), v.minValue(1, 'Send a version.')),
    ),
    /** What its device has seen of the draft on the site that it becomes: a newer one is not published over. */
    seen: v.optional(Seen),
    /** What it cost stays as it is: whoever changed what everybody sees does not know it. */
    keepsPrice: v.optional(v.boolean('Say yes or no.')),
  }),
  goesTogether(),
);
export type PublishedBike = v.InferOutput<typeof PublishedBike>;

/** A bike on its own page: the same answer for every viewer. It cost nothing that anybody is told unless `pricePublic`. */
export const Bike = v.object({
  ...bikeIdentity,
  ...bikeFacts,
  photos: v.array(Photo),
  /** Whether its owner takes no more comments. */
  commentsClosed: v.optional(v.boolean()),
  updatedAt: v.string(),
  version: v.number(),
});
export type Bike = v.InferOutput<typeof Bike>;

/** Creates a bike of one's own, or replaces it: `bike.changed` when it is newer than the `version` that was changed. Missing photos answer `bike.photos_missing` with their ids in `details.photoIds`. */
export const putBike = endpoint('PUT', '/bikes/:bikeId', { body: PublishedBike, reply: Bike });
/** A bike that was flagged is shown to whoever wants to see it all the same. */
export const getBike = endpoint('GET', '/bikes/:bikeId', {
  query: v.object({ flagged: v.optional(v.literal('show')) }),
  reply: Bike,
});
/** One of the signed-in member's own bikes, with what nobody else is told: what it cost. */
export const ownBike = endpoint('GET', '/user/bikes/:bikeId', { reply: Bike, private: true });
