import type { ReactNode } from 'react';
import { Section } from '#src/ui/section.tsx';
import { SpecList } from '#src/ui/spec-list.tsx';
import { useViewer } from '#src/ui/viewer.ts';
import type { ShownBike } from '../shown-bike.ts';
import { BikeHistory } from './bike-history.tsx';
import { BikeIdentity } from './bike-identity.tsx';
import { BikeOwner } from './bike-owner.tsx';
import styles from './bike-page.module.css';
import { BikeParts } from './bike-parts.tsx';
import { BikeStory } from './bike-story.tsx';
import { BikeTags } from './bike-tags.tsx';
import { BikeVideo } from './bike-video.tsx';
import { Gallery } from './gallery.tsx';
import { specRowsOf } from './spec-rows.ts';

interface BikePageProps {
  bike: ShownBike;
  /** When the copy was saved that is shown instead of an answer, milliseconds since the epoch. */
  savedAt: number | null;
  numbers: ReactNode;
  actions: ReactNode;
  /** A sentence about the actions. */
  aboutActions?: ReactNode;
  /** What others can do about its owner. */
  toOwner?: ReactNode;
  /** The comments. */
  children: ReactNode;
  /** What can be said against it. */
  flag?: ReactNode;
  /** What stands under all of it, over the whole width. */
  beside?: ReactNode;
}

/** A bike's page; what other features have to say of the bike is given to it. */
export function BikePage({
  bike,
  savedAt,
  numbers,
  actions,
  aboutActions,
  toOwner,
  flag,
  children,
  beside,
}: BikePageProps) {
  const viewer = useViewer();
  return (
    <article className={styles.page}>
      <Gallery bike={bike} waiting={bike.waiting !== null} />
      <div className={styles.side}>
        <BikeIdentity bike={bike} savedAt={savedAt} />
        {numbers}
        {actions && (
          <div className={styles.actions} data-bottom-bar>
            {actions}
          </div>
        )}
        {aboutActions}
        <BikeOwner bike={bike} action={toOwner} />
        <BikeStory key={bike.id} story={bike.story} />
        <BikeTags tags={bike.tags} />
        {flag}
      </div>
      <div className={styles.body}>
        <Section title="Specifications">
          <SpecList rows={specRowsOf(bike, viewer)} columns />
        </Section>
        <BikeParts components={bike.components} />
        <BikeHistory bike={bike} waiting={bike.waiting !== null} />
        <BikeVideo key={bike.videoUrl} url={bike.videoUrl} />
        {children}
      </div>
      {beside}
    </article>
  );
}
