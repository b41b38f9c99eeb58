import { Link } from 'react-router';
import { disciplineLabel } from '#contract/option-labels.ts';
import { deletedMember, shownName } from '#contract/people.ts';
import { userPage } from '#contract/user-page.ts';
import { Ago } from '#src/ui/ago.tsx';
import { Avatar } from '#src/ui/avatar.tsx';
import type { Elements } from '#src/ui/elements.ts';
import { LinkedPlace } from '#src/ui/place.tsx';
import type { ShownBike } from '../shown-bike.ts';
import styles from './bike-page.module.css';

interface BikeOwnerProps {
  bike: ShownBike;
  /** Actions toward the owner, for example sending a message. */
  action?: Elements;
}

/** The owner with discipline and place. */
export function BikeOwner({ bike: { owner, publishedAt }, action }: BikeOwnerProps) {
  const page = owner.username === deletedMember ? null : userPage(owner.id, owner.username);
  const avatar = <Avatar person={owner} large />;
  const name = <strong>{shownName(owner.username)}</strong>;
  return (
    <section className={styles.owner} aria-label="Owner">
      <div className={styles.ownerText}>
        {/* The name beside it is the same link. */}
        {page ? (
          <Link to={page} tabIndex={-1} aria-hidden="true">
            {avatar}
          </Link>
        ) : (
          avatar
        )}
        <div>
          {page ? (
            <Link className={styles.ownerName} to={page}>
              {name}
            </Link>
          ) : (
            name
          )}
          <small>
            {owner.discipline && <span>{disciplineLabel(owner.discipline)}</span>}
            {owner.discipline && owner.place && <span> · </span>}
            {owner.place && <LinkedPlace of={owner} place={owner.places?.at(-1)} />}
            {!owner.discipline && !owner.place && publishedAt && (
              <span>
                Added <Ago time={publishedAt} inside />
              </span>
            )}
          </small>
        </div>
      </div>
      {action}
    </section>
  );
}
