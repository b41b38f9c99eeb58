import type { Id } from '#contract/ids.ts';
import { cacheShelf } from './db.ts';
import { keep } from './room.ts';

/** What a member has done with a bike. */
type KeptMarks = { key: string; userId: Id; bikeId: Id; liked: boolean; savedAt: number };

const marks = cacheShelf<KeptMarks>('marks', 'key');
const keyOf = (userId: Id, bikeId: Id) => `${userId}:${bikeId}`;

export const saveMarks = (userId: Id, bikeId: Id, liked: boolean, now = Date.now()): Promise<void> =>
  keep(() => marks.put({ key: keyOf(userId, bikeId), userId, bikeId, liked, savedAt: now }));
export const marksOf = (userId: Id, bikeId: Id): Promise<KeptMarks | undefined> => marks.get(keyOf(userId, bikeId));
export const forgetMarks = (): Promise<void> => marks.clear();
