import { Link } from 'react-router';
import { altOf, kindOf } from '#contract/bike-names.ts';
import { bikePage } from '#contract/pages.ts';
import { many } from '#contract/texts.ts';
import type { WeekRanking } from '#contract/winners.ts';
import { Photo } from '#src/ui/photo.tsx';
import styles from './ranking-list.module.css';

/** The first bikes of a week with their ranks and votes. */
export function RankingList({ places }: Pick<WeekRanking, 'places'>) {
  return (
    <ol className={styles.list} aria-label="Ranking">
      {places.map(({ rank, votes, bike }) => (
        <li key={bike.id} value={rank} className={styles.place}>
          <span className={`decal figures ${styles.rank}`}>{rank}</span>
          <Photo photo={bike.cover} alt={bike.cover ? altOf(bike, bike.cover) : ''} sizes="7rem" />
          <div className={styles.name}>
            <h3>
              <Link className="over-card" to={bikePage(bike.id, bike.slug)}>
                <bdi className="decal">{bike.brand}</bdi> <bdi>{bike.model}</bdi>
              </Link>
            </h3>
            <p className="quiet small figures">
              <span>{`${kindOf(bike)} · ${bike.owner.username}`}</span>
            </p>
          </div>
          <p className={`figures ${styles.votes}`}>{many(votes)`# vote|# votes`}</p>
        </li>
      ))}
    </ol>
  );
}
