import { TrailMark } from '#src/ui/trail-mark.tsx';
import { WaitingMark } from '#src/ui/waiting-mark.tsx';
import styles from './outbox.module.css';
import type { OutboxItem } from './outbox-groups.ts';

/** The photos of a bike one by one, then the bike itself. */
export function BikeSteps({ item: { row, waiting, photos } }: { item: OutboxItem }) {
  const steps = row.shown.photos.map(({ id }, at) => ({
    id,
    name: `Photo ${at + 1}`,
    waiting: photos.find((photo) => photo.row.targetId === id)?.waiting,
  }));
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step.id}>
          <span>{step.name}</span>
          {step.waiting ? <WaitingMark waiting={step.waiting} /> : <TrailMark state="saved">Arrived</TrailMark>}
        </li>
      ))}
      <li>
        <span>The bike itself</span>
        <WaitingMark waiting={waiting} />
      </li>
    </ol>
  );
}
