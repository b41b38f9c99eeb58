import type { ShownBike } from '#src/offline/writes/bike-overlay.ts';
import { Ago } from '#src/ui/ago.tsx';
import { Avatar } from '#src/ui/avatar.tsx';
import styles from './bike-page.module.css';

/** Whose bike this is, and since when it is here. */
export function BikeOwner({ bike }: { bike: ShownBike }) {
  const { owner, publishedAt, waiting } = bike;
  return (
    <section className={styles.owner} aria-label="Owner">
      <Avatar person={owner} large />
      <p className="quiet small">
        <strong>{owner.username}</strong>
        {publishedAt && !waiting && (
          <>
            Added <Ago time={publishedAt} inside />
          </>
        )}
      </p>
    </section>
  );
}
