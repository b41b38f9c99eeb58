import type { Id } from '#contract/ids.ts';
import { enqueue, rowsOf } from './outbox.ts';
import { canCancel, type OutboxRow } from './rows.ts';
import { inVault, vault } from './vault.ts';
import { writeOf } from './writes/table.ts';

/** Puts back what was taken back. */
export type Undo = () => Promise<void>;

/** The rows that make no sense without `row`, `row` included. */
function familyOf(row: OutboxRow, rows: readonly OutboxRow[]): OutboxRow[] {
  const family = [row];
  for (const one of family) {
    // What waits for a part can do without it.
    if (!writeOf(one).isThing) continue;
    family.push(...rows.filter((other) => other.dependsOn.includes(one.id) && !family.includes(other)));
  }
  const parts =
    writeOf(row)
      .parts?.(row, rows)
      .rows.filter((part) => part !== null) ?? [];
  return [...family, ...parts];
}

async function drop(row: OutboxRow): Promise<Undo> {
  const rows = await rowsOf(row.userId);
  const gone = familyOf(row, rows);
  await vault.outbox.remove(...gone.map((one) => one.id));
  const restore = await writeOf(row).drop(row, rows);
  return () =>
    inVault(async () => {
      await vault.outbox.putAll(gone);
      await restore();
    });
}

async function queueOpposite(row: OutboxRow): Promise<Undo> {
  const undoing = writeOf(row).opposite?.(row);
  if (!undoing) return async () => undefined;
  const kept = await enqueue(undoing);
  return () => inVault(() => vault.outbox.remove(kept.id));
}

/**
 * Takes a row back. One that was never tried, or was refused, is deleted with what depends on it and with what belongs
 * to it (a photo leaves its bike, a bike becomes a draft again). Of one that may have arrived the opposite is queued,
 * where there is one.
 */
export const takeBack = (id: Id): Promise<Undo> =>
  inVault(async () => {
    const row = await vault.outbox.get(id);
    if (!row) return async () => undefined;
    return canCancel(row) ? drop(row) : queueOpposite(row);
  });
