import * as v from 'valibot';
import { many, t } from '#contract/texts.ts';
import { bikeFields } from './bike-fields.ts';
import { Bike } from './bike-whole.ts';
import { atMost } from './bounds.ts';
import { endpoint } from './endpoint.ts';
import { BuildEntry } from './history.ts';
import { Id } from './id-schema.ts';
import { omit } from './omit.ts';
import { PhotoNote, photoLimits } from './photos.ts';
import { defineProblems } from './problems.ts';
import { updateFields } from './update-parts.ts';

const updateProblems = defineProblems({
  'update.full': {
    status: 409,
    message: many(bikeFields.history.max)`A bike can have up to # update.|A bike can have up to # updates.`,
  },
  'update.gone': { status: 410, message: t`This update no longer exists.` },
  'update.own': { status: 403, message: t`You can't like an update of your own bike.` },
});
declare module './problems.ts' {
  interface FeatureProblems {
    update: typeof updateProblems;
  }
}

/** An update as its owner posts it. A change with a `partId` also changes the bike's parts list. */
export const NewUpdate = v.pipe(
  v.object({
    ...omit(BuildEntry.entries, 'id'),
    /** The fields that an edit changes; the others stay as the site has them. Absent: all of them. */
    changes: v.optional(v.pipe(v.array(v.picklist(updateFields)), v.maxLength(updateFields.length))),
    photos: v.optional(
      atMost(
        v.array(PhotoNote),
        photoLimits.perUpdate,
        many(photoLimits.perUpdate)`An update can have up to # photo.|An update can have up to # photos.`,
      ),
      [],
    ),
  }),
  v.forward(
    v.check(({ photos }) => new Set(photos.map(({ id }) => id)).size === photos.length, t`Add each photo once.`),
    ['photos'],
  ),
);
export type NewUpdate = v.InferOutput<typeof NewUpdate>;

/**
 * Posts an update of one of the member's own bikes, or replaces it. One write changes the history and the parts list.
 * `bike.photos_missing`: `details.photoIds` lists the missing photos; `gone`: the update was deleted.
 */
export const putUpdate = endpoint('PUT', '/bikes/:bikeId/updates/:updateId', { body: NewUpdate, reply: Bike });

/** Deletes an update. `parts=back` takes back its changes of the parts list as far as these are still as it left them. */
export const deleteUpdate = endpoint('DELETE', '/bikes/:bikeId/updates/:updateId', {
  query: v.object({ parts: v.optional(v.literal('back')) }),
  reply: Bike,
});

/** The photos that are compared; null for none. */
const BeforeAfter = v.nullable(v.object({ before: Id, after: Id }, t`Choose two photos of this bike.`));
/** Chooses the two photos of an own bike or its updates that are compared on its page. */
export const compareBike = endpoint('PUT', '/bikes/:bikeId/before-after', {
  body: v.object({ beforeAfter: BeforeAfter }),
  reply: Bike,
});

/** State after the call: whether the member likes the update, and its number of likes. */
export const UpdateLikeState = v.object({ liked: v.boolean(), likes: v.number() });
export type UpdateLikeState = v.InferOutput<typeof UpdateLikeState>;

export const likeUpdate = endpoint('PUT', '/bikes/:bikeId/updates/:updateId/like', { reply: UpdateLikeState });
export const unlikeUpdate = endpoint('DELETE', '/bikes/:bikeId/updates/:updateId/like', { reply: UpdateLikeState });

/** Numbers of an update. */
const UpdateCounts = v.object({ likes: v.number(), comments: v.number() });
export type UpdateCounts = v.InferOutput<typeof UpdateCounts>;
/** The numbers of a bike's updates, by the id of the update; one without any is left out. */
export const BikeUpdateCounts = v.record(v.string(), UpdateCounts);
export type BikeUpdateCounts = v.InferOutput<typeof BikeUpdateCounts>;

/** Counts the likes and comments of a bike's updates. */
export const countUpdates = endpoint('GET', '/bikes/:bikeId/updates/counts', { reply: BikeUpdateCounts });
