import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { altOf, kindOf } from '#contract/bike-names.ts';
import type { BikeCard as BikeCardData } from '#contract/bikes.ts';
import { bikePage } from '#contract/pages.ts';
import { classNames } from '#src/ui/class-names.ts';
import { useWriting } from '#src/ui/display-preferences.ts';
import type { Elements } from '#src/ui/elements.ts';
import { figure } from '#src/ui/format.ts';
import { CircleCheck, Heart, MessageCircle } from '#src/ui/icons.js';
import { Photo } from '#src/ui/photo.tsx';
import { Plaque } from '#src/ui/plaque.tsx';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import styles from './bike-card.module.css';

interface BikeCardProps {
  bike: BikeCardData;
  /** Shown under the name. Defaults to the owner, with year and category where there is room. */
  detail?: ReactNode;
  /** All bikes of the list have the same owner, so year and category take the owner's place. */
  ofOne?: boolean;
  /** Defaults to the badge of a weekly win. */
  plaque?: Elements;
  opensOffline?: boolean;
  /** Width of the photo, in the syntax of the `sizes` attribute. */
  sizes?: string;
  /** The photo is in the initial viewport. */
  eager?: boolean;
  /** URL of a cover that exists only on this device. */
  localCover?: string;
  /** Button next to the name. */
  action?: Elements;
  /** 2 if the list follows the page's title directly. */
  level?: 2 | 3;
}

const gridSizes = '(min-width: 1200px) 21rem, (min-width: 768px) 30vw, 44vw';

/** Card of a bike in a list, covered by one link. */
export const BikeCard = memo(function BikeCard({
  bike,
  detail,
  ofOne,
  plaque,
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
        plaque={plaque ?? (bike.won && <Plaque>Winner</Plaque>)}
      />
      <Heading className={styles.name}>
        <Link className="over-card" to={bikePage(bike.id, bike.slug)}>
          <bdi className={classNames('decal', styles.maker)}>{bike.brand}</bdi> <bdi>{bike.model}</bdi>
        </Link>
      </Heading>
      {action && <div className={styles.action}>{action}</div>}
      <p className={styles.details}>
        {detail || ofOne ? (
          <span>{detail ?? kindOf(bike)}</span>
        ) : (
          <>
            <span className={styles.owner}>{bike.owner.username}</span>
            <span className={styles.more}>{kindOf(bike)}</span>
          </>
        )}
        <span className={styles.count}>
          <Heart className="icon icon-small" aria-hidden="true" />
          <VisuallyHidden>Likes:</VisuallyHidden> <span>{figure(bike.counts.likes, writing)}</span>
        </span>
        <span className={classNames(styles.count, styles.more)}>
          <MessageCircle className="icon icon-small" aria-hidden="true" />
          <VisuallyHidden>Comments:</VisuallyHidden> <span>{figure(bike.counts.comments, writing)}</span>
        </span>
        {opensOffline && (
          <span className={classNames(styles.count, styles.offline)}>
            <CircleCheck className="icon icon-small" aria-hidden="true" />
            <span className={styles.words}>Opens offline</span>
          </span>
        )}
      </p>
    </article>
  );
});
