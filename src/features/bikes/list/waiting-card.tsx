import type { BikeCard as BikeCardData } from '#contract/bikes.ts';
import type { Waiting } from '#src/outbox/waiting.ts';
import { WaitingMark } from '#src/queries/waiting-mark.tsx';
import type { Elements } from '#src/ui/elements.ts';
import { wholeOf } from '../shown-bike.ts';
import { useLocalPhoto } from '../use-local-photo.ts';
import { BikeCard } from './bike-card.tsx';
import styles from './waiting-card.module.css';

interface WaitingCardProps {
  bike: BikeCardData;
  waiting: Waiting;
  plaque?: Elements;
  sizes?: string;
  level?: 2 | 3;
}

/** Card of a bike that exists only on this device: dashed outline, local photo. */
export function WaitingCard({ bike, waiting, plaque, sizes, level }: WaitingCardProps) {
  const local = useLocalPhoto(bike.cover?.id ?? null);
  // No request to the server while the local photo is being looked up.
  const cover = local === null ? null : bike.cover;
  return (
    <div className={styles.waiting}>
      <BikeCard
        bike={{ ...bike, cover }}
        detail={<WaitingMark waiting={wholeOf(waiting)} />}
        plaque={plaque}
        sizes={sizes}
        level={level}
        localCover={local ?? undefined}
      />
    </div>
  );
}
