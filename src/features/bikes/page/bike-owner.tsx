import { Link } from 'react-router';
import { disciplineLabel } from '#contract/option-labels.ts';
import { deletedMember, shownName } from '#contract/people.ts';
import { userPage } from '#contract/user-page.ts';
import { Ago } from '#src/ui/ago.tsx';
import { Avatar } from '#src/ui/avatar.tsx';
import type { Elements } from '#src/ui/elements.ts';
import { Place } from '#src/ui/place.tsx';
import type { ShownBike } from '../shown-bike.ts';
import styles from './bike-page.module.css';

interface BikeOwnerProps {
  bike: ShownBike;
  /** Actions toward the owner, for example sending a message. */
  action?: Elements;
}

/** The owner with discipline and place, as one link. */
export function BikeOwner({ bike: { owner, publishedAt }, action }: BikeOwnerProps) {
  const content = (
    <>
      <Avatar person={owner} large />
      <span>
        <strong>{shownName(owner.username)}</strong>
        <small>
          {owner.discipline && <span>{disciplineLabel(owner.discipline)}</span>}
          {owner.discipline && owner.place && <span> · </span>}
          {owner.place && <Place of={owner} />}
          {!owner.discipline && !owner.place && publishedAt && (
            <span>
              Added <Ago time={publishedAt} inside />
            </span>
          )}
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
