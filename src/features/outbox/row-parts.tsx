import { t } from '#contract/texts.ts';
import { WaitingMark } from '#src/queries/waiting-mark.tsx';
import { figure } from '#src/ui/format.ts';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import styles from './outbox.module.css';
import type { OutboxItem, OutboxParts } from './outbox-groups.ts';
import { PartList } from './part-list.tsx';

const Arrived = () => <TrailMark state="saved">Sent</TrailMark>;

/** Combined state of the parts: refused ones first, then how many were sent, then why the next one waits. */
function PartsMark({ entries }: OutboxParts) {
  const left = entries.filter((entry) => entry !== null);
  const refused = left.filter(({ waiting }) => waiting.look === 'failed').length;
  const arrived = entries.length - left.length;
  const [next] = left;
  if (!next) return <Arrived />;
  if (refused > 0) return <TrailMark state="failed">{t`${figure(refused)} not sent`}</TrailMark>;
  if (arrived === 0) return <WaitingMark waiting={next.waiting} />;
  const sending = left.some(({ waiting }) => waiting.look === 'sending');
  return (
    <TrailMark
      state={sending ? 'sending' : 'waiting'}
    >{t`${figure(arrived)} of ${figure(entries.length)} sent`}</TrailMark>
  );
}

/** The parts of an item, for example a bike's photos, then the item itself, as two steps. */
export function RowParts({ item, parts, sent }: { item: OutboxItem; parts: OutboxParts; sent: boolean }) {
  return (
    <ol className={styles.steps} data-arrived={sent || undefined}>
      <li>
        <span>{parts.labels.counted(parts.entries.length)}</span>
        {sent ? <Arrived /> : <PartsMark {...parts} />}
      </li>
      {!sent && parts.entries.length > 1 && (
        <li className={styles.parts}>
          <PartList parts={parts} />
        </li>
      )}
      <li>
        <span>{parts.whole}</span>
        {sent ? <Arrived /> : <WaitingMark waiting={item.waiting} />}
      </li>
    </ol>
  );
}
