import { Link } from 'react-router';
import { bikePage, searchPage } from '#contract/pages.ts';
import { useOrigin } from '#src/queries/initial-data.ts';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import type { Elements } from '#src/ui/elements.ts';
import { Section } from '#src/ui/section.tsx';
import { SpecList } from '#src/ui/spec-list.tsx';
import type { ShownBike } from '../shown-bike.ts';
import { BikeIdentity } from './bike-identity.tsx';
import styles from './bike-page.module.css';
import { BikeParts } from './bike-parts.tsx';
import { BikeStory } from './bike-story.tsx';
import { BikeVideo } from './bike-video.tsx';
import { Gallery } from './gallery.tsx';
import { dependsOnUnits, specRowsOf } from './spec-rows.ts';

/** Tags that link to the search. */
function BikeTags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className={styles.tags} aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <Link dir="auto" to={searchPage({ keywords: tag })}>{`#${tag}`}</Link>
        </li>
      ))}
    </ul>
  );
}

interface BikePageProps {
  bike: ShownBike;
  /** When the shown copy was cached, in milliseconds since the epoch; null if it is current. */
  savedAt: number | null;
  numbers: Elements;
  /** The bike's rank in the week that runs. */
  rank?: Elements;
  /** The viewer's actions for the bike. */
  actions: Elements;
  /** Owner of the bike, for other viewers. */
  owner?: Elements;
  /** Switches the units; shown if the bike has measures that differ by unit system. */
  units?: Elements;
  /** Its updates. */
  updates: Elements;
  /** Comments. */
  children: Elements;
  /** Control to report the bike. */
  flag?: Elements;
  /** Other bikes. */
  related?: Elements;
}

/** Page of a bike. Other features pass their parts as props. */
export function BikePage({
  bike,
  savedAt,
  numbers,
  rank,
  actions,
  owner,
  units,
  flag,
  updates,
  children,
  related,
}: BikePageProps) {
  const preferences = useDisplayPreferences();
  const origin = useOrigin();
  return (
    <article className={styles.page}>
      <Gallery bike={bike} waiting={bike.waiting !== null} />
      <div className={styles.side}>
        <BikeIdentity bike={bike} savedAt={savedAt} rank={rank} />
        {numbers}
        {actions}
        {owner}
        <BikeStory key={bike.id} story={bike.story} />
        <BikeTags tags={bike.tags} />
        {flag}
      </div>
      <div className={styles.specs}>
        <Section title="Specifications" action={dependsOnUnits(bike) && units}>
          <SpecList rows={specRowsOf(bike, preferences)} columns />
        </Section>
      </div>
      <div className={styles.body}>
        <BikeParts bike={bike} />
        {updates}
        <BikeVideo key={bike.videoUrl} url={bike.videoUrl} />
        {children}
      </div>
      {related}
      <p className={styles.address}>{origin + bikePage(bike.id, bike.slug)}</p>
    </article>
  );
}
