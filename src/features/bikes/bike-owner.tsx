import type { Bike } from '#contract/bikes.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { ago } from '#src/ui/format.ts';
import { useNow } from '#src/ui/use-now.ts';
import styles from './bike-page.module.css';

/** Whose bike this is, and since when it is here. */
export function BikeOwner({ bike }: { bike: Bike }) {
  const now = useNow();
  const { owner, publishedAt } = bike;
  return (
    <section className={styles.owner} aria-label="Owner">
      <Avatar person={owner} large />
      <p className="quiet small">
        <strong>{owner.username}</strong>
        {publishedAt && (
          <>
            Added <time dateTime={publishedAt}>{ago(new Date(publishedAt), now)}</time>
          </>
        )}
      </p>
    </section>
  );
}
