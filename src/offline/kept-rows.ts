import { type Id, newId } from '#contract/ids.ts';
import { isUntried, type OutboxRow } from './rows.ts';
import { vault } from './vault.ts';

/** A member's rows in the order in which they were written. */
export const keptRowsOf = async (userId: Id): Promise<OutboxRow[]> =>
  (await vault.outbox.where('userId', userId)).sort((a, b) => a.seq - b.seq);

/** Writes a row anew under a new key, because what it sends has changed; rows that wait for it wait for the new one. */
export async function replaceRow(row: OutboxRow, change: Partial<OutboxRow>, now = Date.now()): Promise<OutboxRow> {
  const fresh: OutboxRow = {
    ...row,
    ...change,
    id: isUntried(row) && row.state !== 'failed' ? row.id : newId(now),
    state: 'queued',
    attempts: 0,
    nextAt: 0,
    lastError: null,
  };
  await vault.outbox.remove(row.id);
  await vault.outbox.put(fresh);
  for (const other of await vault.outbox.where('userId', row.userId)) {
    if (!other.dependsOn.includes(row.id)) continue;
    await vault.outbox.put({ ...other, dependsOn: other.dependsOn.map((id) => (id === row.id ? fresh.id : id)) });
  }
  return fresh;
}
