import type { BikeCard as BikeCardData } from '#contract/bikes.ts';
import { classNames } from '#src/ui/class-names.ts';
import type { Elements } from '#src/ui/elements.ts';
import type { ShownCard } from '../shown-bike.ts';
import { BikeCard } from './bike-card.tsx';
import styles from './bike-grid.module.css';
import { WaitingCard } from './waiting-card.tsx';

type GridBike = BikeCardData | ShownCard;

interface BikeGridProps {
  /** Queued bikes are marked. */
  bikes: readonly GridBike[];
  /** Larger cards for higher ranks. The layout needs twelve bikes; with fewer the grid is uniform. */
  paced?: boolean;
  /** Below the initial viewport, so that each card is laid out only when it comes near. */
  isBelow?: boolean;
  opensOffline?: (bikeId: string) => boolean;
  /** All bikes have the same owner, so their cards don't show it. */
  ofOne?: boolean;
  plaqueOf?: (bike: BikeCardData) => Elements;
  /** Actions under the card. */
  actionsOf?: ((bike: ShownCard) => Elements) | undefined;
  /** Text under the card. */
  underOf?: (bike: BikeCardData) => Elements;
  /** Button next to the name. */
  actionOf?: (bike: BikeCardData) => Elements;
  /** Number of photos in the initial viewport. */
  eager?: number;
  /** Heading level of the cards; 2 if the grid follows the page's title directly. */
  level?: 2 | 3;
}

const pacedBy = 12;

/** `sizes` of the places that can hold a large card; undefined elsewhere. On phones the first and the last are wide. */
const pacedSizes = (place: number) => {
  const onPhones = place === 0 || place === pacedBy - 1 ? '92vw' : '44vw';
  if (place < 2) return `(min-width: 768px) 46vw, ${onPhones}`;
  return place >= pacedBy - 4 ? `(min-width: 1200px) 21rem, (min-width: 768px) 46vw, ${onPhones}` : undefined;
};

const waitingOf = (bike: GridBike) => ('waiting' in bike ? bike.waiting : null);

/** Grid whose rows are always complete. */
export function BikeGrid({
  bikes,
  paced,
  isBelow,
  opensOffline,
  ofOne,
  plaqueOf,
  actionOf,
  actionsOf,
  underOf,
  eager = 0,
  level,
}: BikeGridProps) {
  const ranked = paced && bikes.length === pacedBy;
  return (
    <ul className={classNames(styles.grid, ranked && styles.paced, isBelow && styles.below)}>
      {bikes.map((bike, place) => {
        const waiting = waitingOf(bike);
        const card = { bike, plaque: plaqueOf?.(bike), sizes: ranked ? pacedSizes(place) : undefined, level };
        return (
          <li key={bike.id}>
            {waiting ? (
              <WaitingCard {...card} waiting={waiting} />
            ) : (
              <BikeCard
                {...card}
                ofOne={ofOne}
                action={actionOf?.(bike)}
                opensOffline={opensOffline?.(bike.id)}
                eager={place < eager}
              />
            )}
            {underOf?.(bike)}
            {'waiting' in bike && actionsOf?.(bike)}
          </li>
        );
      })}
    </ul>
  );
}
