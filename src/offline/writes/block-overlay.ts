import type { Id } from '#contract/ids.ts';
import type { OutboxRow } from '../rows.ts';

/** Whom a member has blocked when what waits has arrived; what was refused changes nothing. */
export function overlayBlocks(ids: readonly Id[], rows: readonly OutboxRow[]): ReadonlySet<Id> {
  const blocked = new Set(ids);
  for (const { kind, state, targetId } of rows) {
    if (state === 'failed') continue;
    if (kind === 'member.block') blocked.add(targetId);
    if (kind === 'member.unblock') blocked.delete(targetId);
  }
  return blocked;
}
