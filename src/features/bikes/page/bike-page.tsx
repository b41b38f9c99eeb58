import type { ReactNode } from 'react';
import type { ShownBike } from '#src/offline/writes/bike-overlay.ts';
import { Section } from '#src/ui/section.tsx';
import { SpecList } from '#src/ui/spec-list.tsx';
import { BikeIdentity } from './bike-identity.tsx';
import { BikeOwner } from './bike-owner.tsx';
import styles from './bike-page.module.css';
import { BikeStory } from './bike-story.tsx';
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
  /** The comments. */
  children: ReactNode;
}

/** A bike's page; what other features have to say of the bike is given to it. */
export function BikePage({ bike, savedAt, numbers, actions, aboutActions, children }: BikePageProps) {
  return (
    <article className={styles.page}>
      <Gallery bike={bike} waiting={bike.waiting !== null} />
      <div className={styles.side}>
        <BikeIdentity bike={bike} savedAt={savedAt} />
        {numbers}
        <div className={styles.actions} data-bottom-bar>
          {actions}
        </div>
        {aboutActions}
        <BikeOwner bike={bike} />
        <BikeStory key={bike.id} story={bike.story} />
      </div>
      <div className={styles.body}>
        <Section title="Specifications">
          <SpecList rows={specRowsOf(bike)} columns />
        </Section>
        {children}
      </div>
    </article>
  );
}
