import { useCallback, useEffect, useState } from 'react';
import { type MessageChoice, messageChoices } from '#contract/conversations.ts';
import type { Id } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import { failureFrom } from '#src/ground/failure.ts';
import { onRegained } from '#src/ground/signal.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { Field } from '#src/ui/field.tsx';
import { Fold } from '#src/ui/fold.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { LoadMore } from '#src/ui/load-more.tsx';
import { Note } from '#src/ui/note.tsx';
import { Select } from '#src/ui/select.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { blockedBy, chooseMessages, messageSetting, setBlocked } from './conversations.actions.ts';
import styles from './conversations.module.css';

const labels: Record<MessageChoice, string> = {
  Everyone: 'Everyone',
  'Bike owners': 'Members who posted a bike',
  Nobody: 'Nobody new',
};
const options = messageChoices.map((value) => ({ value, label: labels[value] }));
const complain = (cause: unknown) => showToast({ words: failureFrom(cause).message, alert: true });

type Known = { from: MessageChoice; blocked: Person[]; next: string | null };

/** Who may begin a conversation with the member, and whom they have blocked. */
export function MessageSettings({ userId }: { userId: Id }) {
  const [known, setKnown] = useState<Known | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const ask = useCallback(async () => {
    try {
      const [from, { items, next }] = await Promise.all([messageSetting(userId), blockedBy(userId)]);
      setKnown({ from, blocked: items, next });
      setProblem(null);
    } catch (cause) {
      setProblem(failureFrom(cause).message);
    }
  }, [userId]);
  useEffect(() => {
    void ask();
    return onRegained(() => void ask());
  }, [ask]);
  const choose = async (from: MessageChoice) => {
    const before = known;
    setKnown((now) => now && { ...now, from });
    try {
      await chooseMessages(userId, from);
    } catch (cause) {
      setKnown(before);
      complain(cause);
    }
  };
  const more = async () => {
    const page = await blockedBy(userId, known?.next ?? undefined);
    setKnown((now) => now && { ...now, blocked: [...now.blocked, ...page.items], next: page.next });
  };
  const unblock = async (person: Person) => {
    await setBlocked({ person, userId }, false);
    setKnown((now) => now && { ...now, blocked: now.blocked.filter(({ id }) => id !== person.id) });
  };
  if (!known) return problem ? <Note>{problem}</Note> : null;
  return (
    <>
      <Field
        label="Who may begin a conversation with you"
        hint="Conversations that you have go on. Whoever may not is told that you aren't accepting new messages."
      >
        <Select
          options={options}
          value={known.from}
          onChange={(event) => void choose(event.target.value as MessageChoice)}
        />
      </Field>
      <Fold title="Blocked members" about={known.blocked.length > 0 ? undefined : 'Nobody'}>
        <ul className={styles.blocked}>
          {known.blocked.map((person) => (
            <li key={person.id}>
              <Avatar person={person} />
              {person.username}
              <LinkButton
                className="push"
                aria-label={`Unblock ${person.username}`}
                onClick={() => void unblock(person).catch(complain)}
              >
                Unblock
              </LinkButton>
            </li>
          ))}
        </ul>
        {known.next && <LoadMore load={more} />}
      </Fold>
    </>
  );
}
