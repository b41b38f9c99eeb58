import { t } from '#contract/texts.ts';
import { WaitingMark } from '#src/queries/waiting-mark.tsx';
import { clockTime } from '#src/ui/clock-time.ts';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { nextPartOf, type OutboxItem } from './outbox-groups.ts';

/** Time at which an item was sent. */
export function SentMark({ sentAt }: { sentAt: number }) {
  const preferences = useDisplayPreferences();
  return <TrailMark state="saved">{t`Sent ${clockTime(new Date(sentAt), preferences)}`}</TrailMark>;
}

/** State of an item and its parts. */
export function RowMark({ item }: { item: OutboxItem }) {
  const { waiting, parts } = item;
  const left = parts?.entries.filter((entry) => entry !== null) ?? [];
  if (parts && left.some((part) => part.waiting.look === 'sending')) {
    const all = parts.entries.length;
    return <TrailMark state="sending">{parts.labels.sending(all - left.length + 1, all)}</TrailMark>;
  }
  const next = nextPartOf(item);
  // The item waits for the same reason as its next part.
  return <WaitingMark waiting={next ? { ...next.waiting, after: waiting.after } : waiting} />;
}
