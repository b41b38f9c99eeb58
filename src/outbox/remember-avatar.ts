import type { Id } from '#contract/ids.ts';
import { tellSessionNews } from '#src/lib/refresh.ts';
import { getMeta, setMeta } from '#src/storage/user-db.ts';

/** Shows a new picture of the member who is logged in on this device; of anybody else, nothing changes. */
export async function rememberAvatar(userId: Id, avatar: string): Promise<void> {
  const user = await getMeta('authUser');
  if (user?.id !== userId || user.avatar === avatar) return;
  await setMeta('authUser', { ...user, avatar });
  tellSessionNews('signed-in');
}
