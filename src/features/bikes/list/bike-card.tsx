import { CircleCheck, Heart, MessageCircle } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { altOf, type BikeCard as BikeCardData } from '#contract/bikes.ts';
import { bikePage } from '#contract/pages.ts';
import { classNames } from '#src/ui/class-names.ts';
import { figure } from '#src/ui/format.ts';
import { Photo } from '#src/ui/photo.tsx';
import { Plaque } from '#src/ui/plaque.tsx';
import { useWriting } from '#src/ui/viewer.ts';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import styles from './bike-card.module.css';

interface BikeCardProps {
  bike: BikeCardData;
  /** What is told under the name; the year and the category when not given. */
  fact?: ReactNode;
  /** That it won a week, when not given. */
  plate?: ReactNode;
  opensOffline?: boolean;
  /** How wide the photo will be, in the words of the `sizes` attribute. */
  sizes?: string;
  /** The photo is in the first view. */
  eager?: boolean;
  /** A cover that is only on this device. */
  localCover?: string;
  /** A button beside its name. */
  action?: ReactNode;
  /** 2 where the list stands right under the page's title. */
  level?: 2 | 3;
}

const gridSizes = '(min-width: 1200px) 21rem, (min-width: 768px) 30vw, 44vw';

/** A bike in a list: its photo, its maker, its name, its facts, and one link over all of it. */
export const BikeCard = memo(function BikeCard({
  bike,
  fact,
  plate,
  opensOffline,
  sizes = gridSizes,
  eager,
  localCover,
  action,
  level = 3,
}: BikeCardProps) {
  const Heading = `h${level}` as const;
  const writing = useWriting();
  return (
    <article className={styles.card}>
      <Photo
        photo={bike.cover}
        local={localCover}
        alt={bike.cover ? altOf(bike, bike.cover) : ''}
        sizes={sizes}
        eager={eager}
        plate={plate ?? (bike.won && <Plaque>Winner</Plaque>)}
      />
      <Heading className={styles.name}>
        <Link className="over-card" to={bikePage(bike.id, bike.slug)}>
          <span className={classNames('decal', styles.maker)}>{bike.brand}</span> {bike.model}
        </Link>
      </Heading>
      {action && <div className={styles.action}>{action}</div>}
      <p className={styles.facts}>
        <span>{fact ?? [bike.year, bike.category].filter(Boolean).join(' · ')}</span>
        <span className={styles.count}>
          <Heart className="icon icon-small" aria-hidden="true" />
          <VisuallyHidden>Likes:</VisuallyHidden> {figure(bike.counts.likes, writing)}
        </span>
        <span className={classNames(styles.count, styles.more)}>
          <MessageCircle className="icon icon-small" aria-hidden="true" />
          <VisuallyHidden>Comments:</VisuallyHidden> {figure(bike.counts.comments, writing)}
        </span>
        {opensOffline && (
          <span className={classNames(styles.count, styles.offline)} title="Opens offline">
            <CircleCheck className="icon icon-small" aria-hidden="true" />
            <VisuallyHidden>Opens offline</VisuallyHidden>
          </span>
        )}
      </p>
    </article>
  );
});
