import type { ShownBike } from '#src/offline/writes/bike-overlay.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { agoInside } from '#src/ui/format.ts';
import { useNow } from '#src/ui/use-now.ts';
import styles from './bike-page.module.css';

/** Whose bike this is, and since when it is here. */
export function BikeOwner({ bike }: { bike: ShownBike }) {
  const now = useNow();
  const { owner, publishedAt, waiting } = bike;
  return (
    <section className={styles.owner} aria-label="Owner">
      <Avatar person={owner} large />
      <p className="quiet small">
        <strong>{owner.username}</strong>
        {publishedAt && !waiting && (
          <>
            Added <time dateTime={publishedAt}>{agoInside(new Date(publishedAt), now)}</time>
          </>
        )}
      </p>
    </section>
  );
}
