import { useState } from 'react';
import type { Person } from '#contract/people.ts';
import { many } from '#contract/texts.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { listParts } from '#src/ui/lists.ts';
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
  const names = named.map(({ id }) => id);
  const parts = listParts(others > 0 ? [...names, ''] : names);
  return (
    <p className="small">
      <span>Kept by</span>{' '}
      <span>
        {parts.map(({ type, value }) => {
          const person = named.find(({ id }) => id === value);
          if (type === 'literal') return value;
          return person ? (
            <bdi key={person.id}>
              <PersonLink person={person} />
            </bdi>
          ) : (
            <LinkButton key="others" onClick={() => setIsOpen(true)}>
              {many(others)`# other member|# other members`}
            </LinkButton>
          );
        })}
      </span>
    </p>
  );
}
