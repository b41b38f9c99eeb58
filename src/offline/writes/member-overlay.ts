import type { Id } from '#contract/ids.ts';
import type { OutboxRow } from '../rows.ts';
import type { RowKind } from './table.ts';

/**
 * A list of members when what waits has arrived; what was refused changes nothing.
 * @param kinds what puts somebody on it, and what takes them off
 */
export function overlayMembers(
  ids: readonly Id[],
  rows: readonly OutboxRow[],
  { on, off }: { on: RowKind; off?: RowKind },
): ReadonlySet<Id> {
  const listed = new Set(ids);
  for (const { kind, state, targetId } of rows) {
    if (state === 'failed') continue;
    if (kind === on) listed.add(targetId);
    if (kind === off) listed.delete(targetId);
  }
  return listed;
}
