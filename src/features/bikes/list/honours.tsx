import { Link } from 'react-router';
import { titleOf } from '#contract/bike-names.ts';
import type { BikeCard } from '#contract/bikes.ts';
import { bikePage } from '#contract/pages.ts';
import { Plaque } from '#src/ui/plaque.tsx';
import { WonWeek } from '../won-week.tsx';
import styles from './honours.module.css';

/** Weeks that the bikes won, with badges. */
export function Honours({ bikes }: { bikes: readonly BikeCard[] }) {
  return (
    <ul className={styles.honours} aria-label="Bike of the Week">
      {bikes.map((bike) => (
        <li key={bike.id} className="row small figures">
          <Plaque>Bike of the Week</Plaque>
          <Link to={bikePage(bike.id, bike.slug)}>
            <bdi>{titleOf(bike)}</bdi>
          </Link>
          {bike.won && (
            <span className="quiet">
              <WonWeek week={bike.won.week} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
