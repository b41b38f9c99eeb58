import type { Id } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import { emitSessionNews } from '#src/lib/refresh.ts';
import { getMeta, setMeta } from '#src/storage/user-db.ts';

/** Updates the name or avatar of the member who is logged in on this device. Does nothing for another member. */
export async function storePerson(userId: Id, changed: Partial<Pick<Person, 'username' | 'avatar'>>): Promise<void> {
  const user = await getMeta('authUser');
  if (user?.id !== userId) return;
  const next = { ...user, ...changed };
  if (next.username === user.username && next.avatar === user.avatar) return;
  await setMeta('authUser', next);
  emitSessionNews('signed-in');
}
