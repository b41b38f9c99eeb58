import type { Id } from '#contract/ids.ts';
import { startAlerts } from '#src/features/alerts/start-alerts.ts';
import { followBlocks } from '#src/features/blocks/follow-blocks.ts';

/** Syncs the member's alerts and blocks from others and other devices. Returns the function that stops it. */
export function followMember(userId: Id): () => void {
  const stops = [startAlerts(userId), followBlocks(userId)];
  return () => {
    for (const stop of stops) stop();
  };
}
