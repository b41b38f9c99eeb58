import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { altOf, type BikeCard } from '#contract/bikes.ts';
import { bikePage } from '#contract/pages.ts';
import type { PhotoFolder } from '#contract/photos.ts';
import { classNames } from '#src/ui/class-names.ts';
import { Photo } from '#src/ui/photo.tsx';
import { SpecList, type SpecRow } from '#src/ui/spec-list.tsx';
import { tintOf } from '#src/ui/thumbhash.ts';
import { useProperty } from '#src/ui/use-property.ts';
import { useWriting } from '#src/ui/viewer.ts';
import styles from './hero.module.css';
import { heroRowsOf } from './hero-rows.ts';

interface HeroProps {
  bike: BikeCard;
  /** Award badge. */
  plate?: ReactNode;
  /** Text next to the badge. */
  about?: ReactNode;
  /** Folder of the picture if it is not a bike photo. */
  folder?: PhotoFolder;
  /** Line under the name. Defaults to the builder. */
  line?: ReactNode;
  /** Spec sheet. Defaults to the card's data. */
  rows?: readonly SpecRow[];
}

/** Font size at which the brand's longest word fits: the widest capitals are about 0.92 em wide. */
const fitOf = (brand: string) => {
  const longest = Math.max(...brand.split(/\s+/).map((word) => word.length), 1);
  return `${(100 / (longest * 0.92)).toFixed(2)}cqi`;
};

/** Large presentation of one bike; the photo tints its background. */
export function Hero({ bike, plate, about, folder, line, rows }: HeroProps) {
  const page = bikePage(bike.id, bike.slug);
  const writing = useWriting();
  const tint = useProperty('--tint', bike.cover ? tintOf(bike.cover.thumbhash) : undefined);
  const fit = useProperty('--fit', fitOf(bike.brand));
  return (
    <section className={classNames(styles.hero, 'room', tint, fit)} aria-labelledby="hero-name">
      <Link className={styles.picture} to={page} tabIndex={-1} aria-hidden="true">
        <Photo
          className={styles.photo}
          photo={bike.cover}
          folder={folder}
          alt={bike.cover ? altOf(bike, bike.cover) : ''}
          sizes="(min-width: 992px) 66vw, 100vw"
          priority
        />
      </Link>
      <div className={styles.label}>
        <p className="row small figures">
          {about && <span>{about}</span>}
          {plate}
        </p>
        <div className={styles.body}>
          <h1 className={`title ${styles.name}`} id="hero-name">
            <Link to={page}>
              <span className="decal">{bike.brand}</span> {bike.model}
            </Link>
          </h1>
          <p>
            {line ?? (bike.nickname ? `“${bike.nickname}”, by ${bike.owner.username}.` : `By ${bike.owner.username}.`)}
          </p>
          <SpecList rows={rows ?? heroRowsOf(bike, writing)} />
        </div>
      </div>
    </section>
  );
}
