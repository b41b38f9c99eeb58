import type { ReactNode } from 'react';
import { Ago } from '#src/ui/ago.tsx';
import { Avatar } from '#src/ui/avatar.tsx';
import { PersonLink } from '#src/ui/person-link.tsx';
import type { ShownBike } from '../shown-bike.ts';
import styles from './bike-page.module.css';

interface BikeOwnerProps {
  bike: ShownBike;
  /** Actions toward the owner, for example sending a message. */
  action?: ReactNode;
}

/** The owner, and when the bike was published. */
export function BikeOwner({ bike, action }: BikeOwnerProps) {
  const { owner, publishedAt, waiting } = bike;
  return (
    <section className={styles.owner} aria-label="Owner">
      <Avatar person={owner} large />
      <p className="quiet small">
        <strong>{waiting ? owner.username : <PersonLink person={owner} />}</strong>
        {publishedAt && !waiting && (
          <>
            Added <Ago time={publishedAt} inside />
          </>
        )}
      </p>
      {action && <div className="push">{action}</div>}
    </section>
  );
}
