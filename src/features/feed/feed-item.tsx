import { Link } from 'react-router';
import { altOf } from '#contract/bike-names.ts';
import type { FeedEntry } from '#contract/feed.ts';
import { bikePage, updatePage } from '#contract/pages.ts';
import card from '#src/features/bikes/list/bike-card.module.css';
import { WonWeek } from '#src/features/bikes/won-week.tsx';
import { classNames } from '#src/ui/class-names.ts';
import type { Elements } from '#src/ui/elements.ts';
import { Photo } from '#src/ui/photo.tsx';
import { Plaque } from '#src/ui/plaque.tsx';
import styles from './feed.module.css';
import { newsOf } from './feed-texts.ts';

interface FeedItemProps {
  entry: FeedEntry;
  /** The only one of its day: as wide as the column, with all its photos. */
  alone?: boolean;
  /** In the initial viewport. */
  eager?: boolean;
  level?: 3 | 4;
  /** After what is new, such as the owner. */
  more?: string;
}

const plaqueOf = ({ kind, ownership, bike }: FeedEntry): Elements => {
  if (kind === 'won') return <Plaque>Bike of the Week</Plaque>;
  if (kind === 'status' && ownership === 'Stolen') return <Plaque look="stolen">Stolen</Plaque>;
  return bike.won && <Plaque>Winner</Plaque>;
};

const wide = '(min-width: 992px) 44rem, (min-width: 768px) 60vw, 100vw';
const half = '(min-width: 992px) 22rem, (min-width: 768px) 30vw, 50vw';

/** Something new about a bike: its photos, its name and what is new, covered by one link. */
export function FeedItem({ entry, alone, eager, level = 3, more }: FeedItemProps) {
  const { bike, kind, week, photos = [] } = entry;
  const Heading = `h${level}` as const;
  const shown = photos.length > 0 ? photos : bike.cover ? [bike.cover] : [];
  const some = alone ? shown : shown.slice(0, 1);
  const news = newsOf(entry);
  return (
    <article className={classNames(styles.item, alone && styles.alone)}>
      <div className={classNames(styles.photos, some.length > 1 && styles.several)} data-count={some.length}>
        {some.length === 0 && <Photo photo={null} alt="" sizes={wide} />}
        {some.map((photo, i) => (
          <Photo
            key={photo.id}
            photo={photo}
            alt={altOf(bike, photo)}
            sizes={alone && some.length === 1 ? wide : half}
            eager={eager}
            plaque={i === 0 && plaqueOf(entry)}
          />
        ))}
      </div>
      <Heading className={classNames(card.name, styles.name)}>
        <Link
          className="over-card"
          to={entry.updateId ? updatePage(bike.id, bike.slug, entry.updateId) : bikePage(bike.id, bike.slug)}
        >
          <bdi className={classNames('decal', card.maker)}>{bike.brand}</bdi> <bdi>{bike.model}</bdi>
        </Link>
      </Heading>
      <p className={styles.news}>
        <span dir="auto">{kind === 'won' && week ? <WonWeek week={week} /> : news}</span>
        {more && <span className="quiet">{more}</span>}
      </p>
    </article>
  );
}
