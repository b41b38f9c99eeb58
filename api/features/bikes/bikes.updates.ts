import type { PublishedBike } from '#contract/bike-whole.ts';
import type { BikeUpdate } from '#contract/history.ts';
import { partsAfter, seenChanges } from '#contract/update-parts.ts';

/**
 * The history and the parts of a bike that was edited as a whole. Its updates stay as they were posted, whatever the edit
 * says of them. One that the edit does not know was posted meanwhile, so its parts are changed in the list that was sent.
 * @param gone ids of updates that were deleted, which the edit may still have
 */
export function withUpdates(
  { history: sent, components: parts, photos }: Pick<PublishedBike, 'history' | 'components' | 'photos'>,
  earlier: readonly BikeUpdate[],
  gone: readonly string[],
): Pick<PublishedBike, 'components'> & { history: BikeUpdate[] } {
  const shown = new Set(photos.map(({ id }) => id));
  const posted = earlier
    .filter(({ postedAt }) => postedAt !== undefined)
    .map((update) => ({ ...update, photoIds: update.photoIds.filter((id) => shown.has(id)) }));
  const byId = new Map(posted.map((update) => [update.id, update]));
  const known = sent.filter(({ id }) => byId.has(id) || !gone.includes(id));
  const unknown = posted.filter(({ id }) => !sent.some((entry) => entry.id === id));
  let components = parts;
  for (const update of posted) {
    const entry = sent.find(({ id }) => id === update.id);
    const seen = seenChanges(update.componentChanges, entry?.componentChanges ?? []);
    components = partsAfter(components, seen, update, posted);
  }
  return { components, history: [...known.map((entry) => byId.get(entry.id) ?? entry), ...unknown] };
}
