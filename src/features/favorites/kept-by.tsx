import { Fragment, useState } from 'react';
import type { Person } from '#contract/people.ts';
import { many, t } from '#contract/texts.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PersonLink } from '#src/ui/person-link.tsx';

/** Named before the others are counted. */
const maxNamed = 3;

/** Names the owner of a list and its keepers: "Kept by Ana, Ben and 2 more". Nothing for a list without keepers. */
export function KeptBy({ owner, keepers }: { owner: Person; keepers: readonly Person[] }) {
  const [isOpen, setIsOpen] = useState(false);
  if (keepers.length === 0) return null;
  const all = [owner, ...keepers];
  const named = isOpen || all.length <= maxNamed ? all : all.slice(0, maxNamed - 1);
  const others = all.length - named.length;
  return (
    <p className="small">
      <span>Kept by</span>{' '}
      {named.map((person, at) => (
        <Fragment key={person.id}>
          {at > 0 && (others === 0 && at === named.length - 1 ? t` and ` : ', ')}
          <bdi>
            <PersonLink person={person} />
          </bdi>
        </Fragment>
      ))}
      {others > 0 && (
        <>
          {' '}
          <LinkButton onClick={() => setIsOpen(true)}>{many(others)`and # more|and # more`}</LinkButton>
        </>
      )}
    </p>
  );
}
