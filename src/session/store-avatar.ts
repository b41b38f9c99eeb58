import type { Id } from '#contract/ids.ts';
import { emitSessionNews } from '#src/lib/refresh.ts';
import { getMeta, setMeta } from '#src/storage/user-db.ts';

/** Updates the avatar of the member who is logged in on this device. Does nothing for another member. */
export async function storeAvatar(userId: Id, avatar: string): Promise<void> {
  const user = await getMeta('authUser');
  if (user?.id !== userId || user.avatar === avatar) return;
  await setMeta('authUser', { ...user, avatar });
  emitSessionNews('signed-in');
}
