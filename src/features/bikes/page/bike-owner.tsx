import { Link } from 'react-router';
import { deletedMember } from '#contract/people.ts';
import { userPage } from '#contract/user-page.ts';
import { Ago } from '#src/ui/ago.tsx';
import { Avatar } from '#src/ui/avatar.tsx';
import type { Elements } from '#src/ui/elements.ts';
import type { ShownBike } from '../shown-bike.ts';
import styles from './bike-page.module.css';

interface BikeOwnerProps {
  bike: ShownBike;
  /** Actions toward the owner, for example sending a message. */
  action?: Elements;
}

/** The owner with discipline and place, as one link. */
export function BikeOwner({ bike: { owner, publishedAt }, action }: BikeOwnerProps) {
  const about = [owner.discipline, owner.place].filter(Boolean).join(' · ');
  const content = (
    <>
      <Avatar person={owner} large />
      <span>
        <strong>{owner.username}</strong>
        <small>
          {about ||
            (publishedAt && (
              <span>
                Added <Ago time={publishedAt} inside />
              </span>
            ))}
        </small>
      </span>
    </>
  );
  return (
    <section className={styles.owner} aria-label="Owner">
      {owner.username === deletedMember ? (
        <span className={styles.ownerLink}>{content}</span>
      ) : (
        <Link className={styles.ownerLink} to={userPage(owner.id, owner.username)}>
          {content}
        </Link>
      )}
      {action}
    </section>
  );
}
