import { type Id, newId } from '#contract/ids.ts';

/** Comment rows of one stranger on a bike, oldest first. @param later offset of the nth comment in milliseconds */
export function commentRows(bikeId: Id, count: number, later = (n: number): number => n * 60_000) {
  const begun = Date.now() - later(count);
  const author = { id: newId(), username: 'stranger', avatar: '' };
  return Array.from({ length: count }, (_, n) => {
    const addedAt = new Date(begun + later(n));
    const said = { author, text: `Comment ${n + 1}.`, status: 'Active' as const, editedAt: null };
    return { _id: newId(addedAt.getTime() + (n % 3)), bikeId, ...said, addedAt };
  });
}
