import { Link } from 'react-router';
import { titleOf } from '#contract/bike-names.ts';
import type { BikeCard } from '#contract/bikes.ts';
import { bikePage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { numberOf } from '#contract/week-dates.ts';
import { classNames } from '#src/ui/class-names.ts';
import type { Elements } from '#src/ui/elements.ts';
import { Mark } from '#src/ui/mark.tsx';
import { PersonLink } from '#src/ui/person-link.tsx';
import { Photo } from '#src/ui/photo.tsx';
import { tintOf } from '#src/ui/thumbhash.ts';
import { useProperty } from '#src/ui/use-property.ts';
import styles from './account-room.module.css';

interface AccountRoomProps {
  title: string;
  /** Shown next to the form; null if no bike is known. */
  bike: BikeCard | null;
  children: Elements;
}

/** The bike's photo with a credit. */
function Exhibit({ bike }: { bike: BikeCard }) {
  return (
    <figure className={styles.wall}>
      <Photo className={styles.photo} photo={bike.cover} alt="" sizes="(min-width: 992px) 66vw, 100vw" eager />
      <figcaption className={styles.credit}>
        <span>
          <Link to={bikePage(bike.id, bike.slug)}>
            <bdi>{titleOf(bike)}</bdi>
          </Link>{' '}
          by{' '}
          <span>
            <PersonLink person={bike.owner} />
          </span>
          .
        </span>
        {bike.won && <span>{t`Bike of the Week ${numberOf(bike.won.week)}.`}</span>}
      </figcaption>
    </figure>
  );
}

/** Page about the account: a form next to a photo that tints its background. */
export function AccountRoom({ title, bike, children }: AccountRoomProps) {
  const tint = useProperty('--tint', bike?.cover ? tintOf(bike.cover.thumbhash) : undefined);
  return (
    <section className={classNames(styles.hero, 'room', tint)}>
      <div className={styles.body}>
        <h1 className="title">{title}</h1>
        <noscript>
          <p>Turn on JavaScript in your browser to do this. You can browse and search without it.</p>
        </noscript>
        {children}
      </div>
      {bike ? (
        <Exhibit bike={bike} />
      ) : (
        <span className={styles.bare}>
          <Mark />
        </span>
      )}
    </section>
  );
}
