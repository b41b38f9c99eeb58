// The members' favorites and folders. Nobody has a bike of their own among them.

import { seededId } from './ids.ts';
import type { Rng } from './illustrator/random.ts';
import type { DemoFavorite, DemoFolder, DemoLike, DemoMember } from './types.ts';

const names = ['Someday', 'Bags and racks', 'Steel', 'Paint', 'Winter ideas', 'Cockpits', 'To try', 'Small wheels'];

/** The share of liked bikes that become favorites, and the share of those in a folder of its own. */
const [keeps, sorts] = [0.22, 0.55];

/**
 * Generates one member's favorites from what they like, some of them in folders of their own.
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
  const saved = likes.filter((like) => like.memberId === member.id && r() < keeps);
  const favorites = saved.map(({ bikeId, likedAt }): DemoFavorite => {
    const liked = Date.parse(likedAt);
    const addedAt = new Date(Math.round(liked + (now - liked) * 0.1 * r())).toISOString();
    const own = folders[Math.floor(r() * folders.length)];
    const folderIds = own && r() < sorts ? (r() < 0.3 ? [member.id, own.id] : [own.id]) : [member.id];
    return { bikeId, memberId: member.id, folderIds, addedAt };
  });
  return { folders, favorites };
}
