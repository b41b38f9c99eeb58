import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { BikeCard } from '#contract/bikes.ts';
import { bikePage } from '#contract/pages.ts';
import { classNames } from '#src/ui/class-names.ts';
import { Mark } from '#src/ui/mark.tsx';
import { Photo } from '#src/ui/photo.tsx';
import { tintOf } from '#src/ui/thumbhash.ts';
import { useProperty } from '#src/ui/use-property.ts';
import styles from './account-room.module.css';

interface AccountRoomProps {
  title: string;
  /** Hangs beside the form; null where none is known. */
  bike: BikeCard | null;
  children: ReactNode;
}

/** The photograph on the wall, with the label that hangs under it. */
function Exhibit({ bike }: { bike: BikeCard }) {
  return (
    <figure className={styles.wall}>
      <Photo className={styles.photo} photo={bike.cover} alt="" sizes="(min-width: 992px) 66vw, 100vw" eager />
      <figcaption className={styles.label}>
        <Link className={`title ${styles.name}`} to={bikePage(bike.id, bike.slug)}>
          <span className="decal">{bike.brand}</span> {bike.model}
        </Link>
        <span>By {bike.owner.username}.</span>
      </figcaption>
    </figure>
  );
}

/** A page about one's account: the form stands in the room that a photograph colors. */
export function AccountRoom({ title, bike, children }: AccountRoomProps) {
  const tint = useProperty('--tint', bike?.cover ? tintOf(bike.cover.thumbhash) : undefined);
  return (
    <section className={classNames(styles.hero, 'room', tint)}>
      <div className={styles.body}>
        <h1 className="title">{title}</h1>
        <noscript>
          <p>This needs script, which is off in this browser. Reading and searching work without.</p>
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
