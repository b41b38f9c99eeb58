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
  /** When the shown copy was cached, in milliseconds since the epoch; null if it is current. */
  savedAt: number | null;
  numbers: ReactNode;
  actions: ReactNode;
  /** Notice about the actions. */
  aboutActions?: ReactNode;
  /** Actions that concern the owner. */
  toOwner?: ReactNode;
  /** Comments. */
  children: ReactNode;
  /** Control to report the bike. */
  flag?: ReactNode;
  /** Full-width content below everything else. */
  beside?: ReactNode;
}

/** Page of a bike. Other features pass their parts as props. */
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
