import type { Db } from 'mongodb';
import type { Role } from '#contract/moderation.ts';

/** Gives a member a role. Their sessions count as proved by a mailed code, whatever the clock of a test says. */
export async function giveRole(db: Db, username: string, role: Role = 'operator'): Promise<void> {
  const user = await db.collection('users').findOneAndUpdate({ username }, { $set: { [role]: true } });
  if (!user) throw new Error(`There is no member called ${username}.`);
  await db
    .collection('sessions')
    .updateMany({ userId: String(user._id) }, { $set: { 'proofs.code': new Date('2100-01-01') } });
}
