import { atom } from 'jotai/vanilla';
import type { Id } from '#contract/ids.ts';
import { favoritedBikesOf, viewerState } from '#src/cache/values/viewer-state.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';
import { watch } from '#src/storage/watch.ts';
import { useValue } from '#src/ui/use-value.ts';
import { addFavoriteMutation, removeFavoriteMutation } from './favorites.mutations.ts';

const changing: readonly string[] = [addFavoriteMutation.kind, removeFavoriteMutation.kind];

/** Returns the bikes in the member's folders, as far as this device knows, with queued changes. */
export async function favoritedBikes(userId: Id): Promise<ReadonlySet<Id>> {
  const view = await optimisticView(userId);
  const ids = new Set(await favoritedBikesOf(userId));
  for (const { kind, subject } of view.queued) {
    if (!changing.includes(kind)) continue;
    const { favoritedFolderIds = [] } = await view.read(viewerState, subject.id);
    if (favoritedFolderIds.length > 0) ids.add(subject.id);
    else ids.delete(subject.id);
  }
  return ids;
}

const makeAtom = () => atom<ReadonlySet<Id>>(new Set<Id>());
const atoms = new Map<Id, ReturnType<typeof makeAtom>>();

/** The atom of a member's favorited bikes: one live query for all cards of a page. */
function favoritedAtomOf(userId: Id): ReturnType<typeof makeAtom> {
  const known = atoms.get(userId);
  if (known) return known;
  const made = makeAtom();
  made.onMount = (set) => watch(() => favoritedBikes(userId), set);
  atoms.set(userId, made);
  return made;
}

/** Whether a bike is in one of the member's folders, as far as this device knows. */
export const useIsFavorited = (userId: Id, bikeId: Id): boolean => useValue(favoritedAtomOf(userId)).has(bikeId);
