import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { altOf, kindOf } from '#contract/bike-names.ts';
import type { BikeBrief, BikeCard } from '#contract/bikes.ts';
import { drivetrainLabel, frameMaterialLabel, rearGearLabel } from '#contract/card-labels.ts';
import { bikePage } from '#contract/pages.ts';
import type { PhotoFolder } from '#contract/photo-paths.ts';
import { t } from '#contract/texts.ts';
import { userPage } from '#contract/user-page.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { type DisplayPreferences, useDisplayPreferences } from '#src/ui/display-preferences.ts';
import type { Elements } from '#src/ui/elements.ts';
import { decimal } from '#src/ui/format.ts';
import { Photo } from '#src/ui/photo.tsx';
import { Place } from '#src/ui/place.tsx';
import { SpecList, type SpecRow } from '#src/ui/spec-list.tsx';
import { tintOf } from '#src/ui/thumbhash.ts';
import { useProperty } from '#src/ui/use-property.ts';
import styles from './hero.module.css';

interface HeroProps {
  bike: BikeCard;
  /** Award badge. */
  plaque?: Elements;
  /** Text next to the badge. */
  about?: ReactNode;
  /** Folder of the picture if it is not a bike photo. */
  folder?: PhotoFolder;
}

/** Font size at which the brand's longest word fits: the widest capitals are about 0.92 em wide. */
const fitOf = (brand: string) => {
  const longest = Math.max(...brand.split(/\s+/).map((word) => word.length), 1);
  return `${(100 / (longest * 0.92)).toFixed(2)}cqi`;
};

function rowsOf({ frame, frameNote, gears, weight }: BikeBrief, { units, writing }: DisplayPreferences): SpecRow[] {
  const rows: SpecRow[] = [
    { name: t`Frame`, value: frameMaterialLabel(frame), unit: frameNote },
    { name: t`Gears`, value: drivetrainLabel(rearGearLabel(gears)) },
    {
      name: t`Weight`,
      value: weight && (
        <data value={weight.Metric}>
          <span>{decimal(weight[units], writing)}</span> <small>{units === 'Metric' ? 'kg' : 'lb'}</small>
        </data>
      ),
    },
  ];
  return rows.filter(({ value }) => value);
}

/** Large presentation of one bike; the photo tints its background. */
export function Hero({ bike, plaque, about, folder }: HeroProps) {
  const { owner, brief } = bike;
  const page = bikePage(bike.id, bike.slug);
  const preferences = useDisplayPreferences();
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
          {plaque}
          {about && <span>{about}</span>}
        </p>
        <div className={styles.body}>
          <h1 className={`title ${styles.name}`} id="hero-name">
            <Link to={page}>
              <bdi className="decal">{bike.brand}</bdi> <bdi>{bike.model}</bdi>
            </Link>
          </h1>
          <p className={styles.story} dir="auto">
            {brief?.story || kindOf(bike)}
          </p>
          <Link className={styles.owner} to={userPage(owner.id, owner.username)}>
            <Avatar person={owner} />
            <span>
              <strong>{owner.username}</strong>
              {owner.place && (
                <small>
                  <Place of={owner} />
                </small>
              )}
            </span>
          </Link>
          {brief && (
            <div className={styles.details}>
              <SpecList rows={rowsOf(brief, preferences)} />
            </div>
          )}
        </div>
      </div>
    </section>
  );
}
