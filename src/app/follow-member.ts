import type { Id } from '#contract/ids.ts';
import { startAlerts } from '#src/features/alerts/start-alerts.ts';
import { followBlocks } from '#src/features/conversations/follow-blocks.ts';

/** Keeps here what others and other devices do to a member's account. Returns how to stop. */
export function followMember(userId: Id): () => void {
  const stops = [startAlerts(userId), followBlocks(userId)];
  return () => {
    for (const stop of stops) stop();
  };
}
