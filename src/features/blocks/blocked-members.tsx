import { useEffect, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import { t } from '#contract/texts.ts';
import { complain } from '#src/forms/complain.ts';
import { failureFrom } from '#src/lib/failure.ts';
import { onReconnect } from '#src/lib/signal.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Disclosure } from '#src/ui/disclosure.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { LoadMore } from '#src/ui/load-more.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { Note } from '#src/ui/note.tsx';
import { fetchBlockedMembers, setBlocked } from './blocks.actions.ts';
import styles from './blocks.module.css';

type Known = { blocked: Person[]; next: string | null };

function useBlockedList(userId: Id) {
  const [known, setKnown] = useState<Known | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const ask = () =>
      void fetchBlockedMembers(userId).then(
        ({ items, next }) => {
          setKnown({ blocked: items, next });
          setProblem(null);
        },
        (cause: unknown) => setProblem(failureFrom(cause).message),
      );
    ask();
    return onReconnect(ask);
  }, [userId]);
  const more = async () => {
    const page = await fetchBlockedMembers(userId, known?.next ?? undefined);
    setKnown((now) => now && { ...now, blocked: [...now.blocked, ...page.items], next: page.next });
  };
  const unblock = async (person: Person) => {
    await setBlocked(person, userId, false);
    setKnown((now) => now && { ...now, blocked: now.blocked.filter(({ id }) => id !== person.id) });
  };
  return { known, problem, more, unblock };
}

type BlockedListProps = Omit<ReturnType<typeof useBlockedList>, 'known' | 'problem'> & { known: Known };

function BlockedList({ known: { blocked, next }, more, unblock }: BlockedListProps) {
  return (
    <>
      <ul className={styles.blocked}>
        {blocked.map((person) => (
          <li key={person.id}>
            <Avatar person={person} />
            <span>{person.username}</span>
            <LinkButton
              className="push"
              aria-label={t`Unblock ${person.username}`}
              onClick={() => void unblock(person).catch(complain)}
            >
              Unblock
            </LinkButton>
          </li>
        ))}
      </ul>
      {next && <LoadMore load={more} />}
    </>
  );
}

/** The blocked members, each with a button to unblock them. */
export function BlockedMembers({ userId }: { userId: Id }) {
  const { known, problem, ...list } = useBlockedList(userId);
  if (!known) return problem ? <Note>{problem}</Note> : null;
  return (
    <Disclosure title="Blocked members" about={known.blocked.length > 0 ? undefined : t`Nobody`}>
      <BlockedList known={known} {...list} />
    </Disclosure>
  );
}

/** Like {@link BlockedMembers}, in a dialog. */
export function BlockedDialog({ userId, onClose }: { userId: Id; onClose: () => void }) {
  const { known, problem, ...list } = useBlockedList(userId);
  return (
    <Dialog title="Blocked members" actions={<Button onClick={onClose}>Done</Button>} onClose={onClose}>
      {!known && (problem ? <Note role="alert">{problem}</Note> : <Loader />)}
      {known && <BlockedList known={known} {...list} />}
      {known?.blocked.length === 0 && <p>You haven't blocked anyone.</p>}
    </Dialog>
  );
}
