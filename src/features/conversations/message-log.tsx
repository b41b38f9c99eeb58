import { Fragment, useEffect, useRef, useState } from 'react';
import type { Person } from '#contract/people.ts';
import { t } from '#contract/texts.ts';
import { complain } from '#src/forms/complain.ts';
import { dayText } from '#src/ui/day-text.ts';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { useNow } from '#src/ui/use-now.ts';
import styles from './conversations.module.css';
import type { ShownMessage } from './conversations.queries.ts';
import { type MessageActions, MessageItem } from './message-item.tsx';
import { useThreadScroll } from './use-thread-scroll.ts';

interface MessageLogProps {
  person: Person;
  messages: readonly ShownMessage[];
  /** Null if there are none earlier. */
  loadEarlier: (() => Promise<void>) | null;
  actions: MessageActions;
}

/** Messages of a conversation, oldest first, grouped by day. */
export function MessageLog({ person, messages, loadEarlier, actions }: MessageLogProps) {
  const box = useRef<HTMLDivElement>(null);
  const [loading, setLoading] = useState(false);
  const now = useNow() ?? new Date();
  const preferences = useDisplayPreferences();
  const load = async (asked: boolean) => {
    if (!loadEarlier || loading) return;
    setLoading(true);
    try {
      await loadEarlier();
    } catch (error) {
      if (asked) complain(error);
    } finally {
      setLoading(false);
    }
  };
  const last = messages.at(-1);
  const ends = { first: messages[0]?.id, last: last?.id, mine: last?.mine ?? false };
  const onScroll = useThreadScroll(box, ends, () => void load(false));
  const shown = useRef(messages.length);
  // The pressed button of a removed message is gone.
  useEffect(() => {
    if (messages.length < shown.current && document.activeElement === document.body)
      box.current?.focus({ preventScroll: true });
    shown.current = messages.length;
  }, [messages.length]);
  const days = messages.map(({ at }) => dayText(new Date(at), now, preferences));
  return (
    <div ref={box} className={styles.log} role="log" aria-label="Messages" tabIndex={0} onScroll={onScroll}>
      {loadEarlier && (
        <p className={styles.earlier}>
          <LinkButton aria-busy={loading} onClick={() => void load(true)}>
            {loading ? t`Loading` : t`Load earlier`}
          </LinkButton>
        </p>
      )}
      <ol className={styles.messages}>
        {messages.map((message, place) => (
          <Fragment key={message.id}>
            {days[place] !== days[place - 1] && <li className={styles.day}>{days[place]}</li>}
            <MessageItem message={message} by={person.username} actions={actions} />
          </Fragment>
        ))}
      </ol>
    </div>
  );
}
