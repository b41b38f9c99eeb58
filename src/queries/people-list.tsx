import { useState } from 'react';
import type { Page } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import type { Elements } from '#src/ui/elements.ts';
import { LoadMore } from '#src/ui/load-more.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { Note } from '#src/ui/note.tsx';
import { PersonLink } from '#src/ui/person-link.tsx';
import styles from './people-list.module.css';
import { useRefreshed } from './use-refreshed.ts';

export interface PeopleListProps {
  /** Identifies the list. */
  name: string;
  /** Fetches a page of it. @throws ApiFailure */
  fetch: (cursor?: string) => Promise<Page<Person>>;
  actionOf?: (person: Person) => Elements;
  empty?: Elements;
}

/** Members, by pages. They are not cached. */
export function PeopleList({ name, fetch, actionOf, empty }: PeopleListProps) {
  const [list, setList] = useState<{ people: Person[]; next: string | null }>();
  const ask = async (cursor?: string) => {
    const { items, next } = await fetch(cursor);
    setList((before) => ({ people: cursor ? [...(before?.people ?? []), ...items] : items, next }));
  };
  const { error } = useRefreshed(name, () => ask());
  const { people = [], next = null } = list ?? {};
  return (
    <>
      {error && (
        <Note state="failed" role="alert">
          {error.message}
        </Note>
      )}
      {!list && !error && <Loader />}
      {list && people.length === 0 && !next && empty}
      <ul className={styles.list}>
        {people.map((person) => (
          <li key={person.id}>
            <Avatar person={person} />
            <PersonLink person={person} />
            {actionOf && <div className="push">{actionOf(person)}</div>}
          </li>
        ))}
      </ul>
      {next && <LoadMore load={() => ask(next)} />}
    </>
  );
}
