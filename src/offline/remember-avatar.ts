import type { Id } from '#contract/ids.ts';
import { tellSessionNews } from '#src/ground/refresh.ts';
import { getMeta, setMeta } from './vault.ts';

/** Shows a new picture of the member who is logged in on this device; of anybody else, nothing changes. */
export async function rememberAvatar(userId: Id, avatar: string): Promise<void> {
  const user = await getMeta('authUser');
  if (user?.id !== userId || user.avatar === avatar) return;
  await setMeta('authUser', { ...user, avatar });
  tellSessionNews('signed-in');
}
