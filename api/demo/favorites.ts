// Who keeps which bikes in which folders. Nobody keeps a bike of their own.

import { seededId } from './ids.ts';
import type { Rng } from './illustrator/random.ts';
import type { DemoFavorite, DemoFolder, DemoLike, DemoMember } from './types.ts';

const names = ['Someday', 'Bags and racks', 'Steel', 'Paint', 'Winter ideas', 'Cockpits', 'To try', 'Small wheels'];

/** Of what somebody likes, how much they keep, and how much of that in a folder of its own. */
const [keeps, sorts] = [0.22, 0.55];

/**
 * What one member keeps: some of what they like, a part of it in folders of their own.
 * @param now milliseconds since the epoch
 */
export function favoritesOf(
  member: DemoMember,
  likes: readonly DemoLike[],
  now: number,
  r: Rng,
): { folders: DemoFolder[]; favorites: DemoFavorite[] } {
  const folders = names
    .filter(() => r() < 0.25)
    .slice(0, 3)
    .map((name) => ({ id: seededId(Date.parse(member.joinedAt), r), memberId: member.id, name }));
  const kept = likes.filter((like) => like.memberId === member.id && r() < keeps);
  const favorites = kept.map(({ bikeId, likedAt }): DemoFavorite => {
    const liked = Date.parse(likedAt);
    const addedAt = new Date(Math.round(liked + (now - liked) * 0.1 * r())).toISOString();
    const own = folders[Math.floor(r() * folders.length)];
    const folderIds = own && r() < sorts ? (r() < 0.3 ? [member.id, own.id] : [own.id]) : [member.id];
    return { bikeId, memberId: member.id, folderIds, addedAt };
  });
  return { folders, favorites };
}
