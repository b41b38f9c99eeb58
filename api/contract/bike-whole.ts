import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { fieldRules } from './bike-rules.ts';
import { bikeSchemas } from './bike-values.ts';
import { bikeIdentity } from './bikes.ts';
import { atMost } from './bounds.ts';
import { endpoint } from './endpoint.ts';
import { BikeUpdate } from './history.ts';
import { Id } from './id-schema.ts';
import { Photo, PhotoNote, photoLimits } from './photos.ts';
import { defineProblems } from './problems.ts';
import { Seen } from './seen.ts';

const bikeProblems = defineProblems({
  'bike.exists': { status: 409, message: t`This bike belongs to someone else.` },
  'bike.flagged': { status: 403, remedy: 'later', message: t`This bike was flagged.` },
  'bike.status': { status: 409, message: t`This isn't possible with the bike's current status.` },
  'bike.changed': { status: 409, remedy: 'change', message: t`This bike was changed elsewhere.` },
  'bike.photos_missing': { status: 422, remedy: 'change', message: t`Some photos have not arrived yet.` },
  'bike.quota': { status: 429, message: t`You can add 50 bikes a day.` },
});
declare module './problems.ts' {
  interface FeatureProblems {
    bike: typeof bikeProblems;
  }
}

// Separate from `bikes.ts`: this file includes every field, which no first page needs.

const photoNotes = atMost(v.array(PhotoNote), photoLimits.perBike, t`A bike can have up to 24 photos.`);

/** A bike as it is published. Field names are those of the form, so validation errors use the same paths. */
export const PublishedBike = v.pipe(
  v.object({
    ...bikeSchemas,
    status: v.literal('Active'),
    photos: v.pipe(photoNotes, v.minLength(1, t`Add at least one photo.`)),
    /** The version that was edited; a newer one is not overwritten. Absent for a new bike. */
    version: v.optional(
      v.pipe(v.number(t`Send a version.`), v.integer(t`Send a version.`), v.minValue(1, t`Send a version.`)),
    ),
    /** Version of the draft on the server that the device has seen; a newer draft is not published over. */
    seen: v.optional(Seen),
    /** Leaves the price as it is: someone who edited the public data does not know the price. */
    keepsPrice: v.optional(v.boolean(t`Say yes or no.`)),
  }),
  fieldRules(),
);
export type PublishedBike = v.InferOutput<typeof PublishedBike>;

/** A part of the bike that has a page, or whose maker has one. */
const PartLink = v.object({
  /** Id of the component. */
  id: Id,
  brand: v.string(),
  /** Empty if only the maker is named. */
  name: v.string(),
  /** Where the line of the component names them: beginning and end of the maker, and of the part. */
  at: v.tuple([v.number(), v.number(), v.number(), v.number()]),
});

/** A bike on its own page, the same for every viewer. The price is empty unless `pricePublic`. */
export const Bike = v.object({
  ...bikeIdentity,
  ...bikeSchemas,
  photos: v.array(Photo),
  /** The build history: its updates, and entries that were written in the bike's form. */
  history: v.array(BikeUpdate),
  /** The photos, of the bike or of its updates, that its owner has chosen to compare. One may be gone. */
  beforeAfter: v.optional(v.object({ before: Id, after: Id })),
  /** Only on the bike's page. */
  parts: v.optional(v.array(PartLink)),
  /** Whether the owner has closed the comments. */
  commentsClosed: v.optional(v.boolean()),
  updatedAt: v.string(),
  version: v.number(),
  /** The oldest version whose edit is accepted, because only updates were posted since. Absent: only `version`. */
  editVersion: v.optional(v.number()),
});
export type Bike = v.InferOutput<typeof Bike>;

/**
 * Creates or replaces one of the member's own bikes. `bike.changed`: it is newer than the edited `version`.
 * `bike.photos_missing`: `details.photoIds` lists the missing photos.
 */
export const putBike = endpoint('PUT', '/bikes/:bikeId', {
  action: 'AddBike' as 'AddBike' | 'EditBike',
  body: PublishedBike,
  reply: Bike,
});
/** `flagged=show` returns a flagged bike all the same. */
export const getBike = endpoint('GET', '/bikes/:bikeId', {
  action: 'GetBike',
  query: v.object({ flagged: v.optional(v.literal('show')) }),
  reply: Bike,
});
/** Returns one of the member's own bikes, with its price. */
export const getOwnBike = endpoint('GET', '/user/bikes/:bikeId', {
  action: 'GetBike',
  reply: Bike,
  private: true,
  programs: true,
});
