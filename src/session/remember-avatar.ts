import type { Id } from '#contract/ids.ts';
import { tellSessionNews } from '#src/lib/refresh.ts';
import { getMeta, setMeta } from '#src/storage/user-db.ts';

/** Updates the avatar of the member who is logged in on this device. Does nothing for another member. */
export async function rememberAvatar(userId: Id, avatar: string): Promise<void> {
  const user = await getMeta('authUser');
  if (user?.id !== userId || user.avatar === avatar) return;
  await setMeta('authUser', { ...user, avatar });
  tellSessionNews('signed-in');
}
