import type { ReactNode } from 'react';
import type { BikeCard as BikeCardData } from '#contract/bikes.ts';
import type { Waiting } from '#src/outbox/waiting.ts';
import { WaitingMark } from '#src/queries/waiting-mark.tsx';
import { useLocalPhoto } from '../use-local-photo.ts';
import { BikeCard } from './bike-card.tsx';
import styles from './waiting-card.module.css';

interface WaitingCardProps {
  bike: BikeCardData;
  waiting: Waiting;
  plate?: ReactNode;
  sizes?: string;
  level?: 2 | 3;
}

/** A bike of one's own that is so far only on this device: dashed, with the photo that is here. */
export function WaitingCard({ bike, waiting, plate, sizes, level }: WaitingCardProps) {
  const local = useLocalPhoto(bike.cover?.id ?? null);
  // While the photo is looked for on this device, the site is not asked for it.
  const cover = local === null ? null : bike.cover;
  // A card stands for the bike and its photos together.
  const together = waiting.isStuck ? 'failed' : waiting.isMoving ? 'sending' : 'waiting';
  const whole: Waiting = waiting.look === 'blocked' ? { ...waiting, look: together } : waiting;
  return (
    <div className={styles.waiting}>
      <BikeCard
        bike={{ ...bike, cover }}
        fact={<WaitingMark waiting={whole} />}
        plate={plate}
        sizes={sizes}
        level={level}
        localCover={local ?? undefined}
      />
    </div>
  );
}
