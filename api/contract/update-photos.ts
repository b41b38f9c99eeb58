import type { BikeUpdate } from './history.ts';
import type { Id } from './ids.ts';
import type { Photo } from './photos.ts';

/** The own photos of an update, and those of the bike that it names. */
export const photosOfUpdate = (
  { photos = [], photoIds }: Pick<BikeUpdate, 'photos' | 'photoIds'>,
  ofBike: readonly Photo[],
): Photo[] => [...photos, ...ofBike.filter(({ id }) => photoIds.includes(id))];

/** The ids of a bike's photos: its own, and those of its updates. */
export const photoIdsOf = ({
  photos,
  history = [],
}: {
  photos: readonly Photo[];
  history?: readonly BikeUpdate[];
}): Id[] => [...photos, ...history.flatMap((update) => update.photos ?? [])].map(({ id }) => id);

type Compared = { photos: readonly Photo[]; history: readonly BikeUpdate[] };

/** All photos of a bike that the server has: its own, then those of its updates. */
export const allPhotosOf = ({ photos, history }: Compared): Photo[] => [
  ...photos,
  ...history.flatMap((update) => (update.postedAt ? (update.photos ?? []) : [])),
];

/** The photos that the owner has chosen to compare; null for none, and where one is gone. */
export function comparedOf(
  bike: Compared & { beforeAfter?: { before: string; after: string } | undefined },
): { before: Photo; after: Photo } | null {
  if (!bike.beforeAfter) return null;
  const all = allPhotosOf(bike);
  const [before, after] = [bike.beforeAfter.before, bike.beforeAfter.after].map((id) =>
    all.find((one) => one.id === id),
  );
  return before && after ? { before, after } : null;
}
