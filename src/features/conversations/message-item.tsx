import { useState } from 'react';
import { t } from '#contract/texts.ts';
import { sentencesOf } from '#src/lib/result.ts';
import { WaitingMark } from '#src/queries/waiting-mark.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { clockTime } from '#src/ui/clock-time.ts';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { Ellipsis } from '#src/ui/icons.js';
import { languageOfText } from '#src/ui/language-of-text.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { LinkedText } from '#src/ui/linked-text.tsx';
import { MenuButton } from '#src/ui/menu-button.tsx';
import type { MenuEntry } from '#src/ui/menu-entry.ts';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import { AboutBike } from './about-bike.tsx';
import styles from './conversations.module.css';
import type { ShownMessage } from './conversations.queries.ts';

export interface MessageActions {
  /** Undoes a queued message. */
  undoQueued: (message: ShownMessage) => void;
  retry: (message: ShownMessage) => void;
  edit: (message: ShownMessage) => void;
  /** Menu of a message that was sent. */
  entriesOf: (message: ShownMessage) => readonly MenuEntry[];
}

interface MessageItemProps {
  message: ShownMessage;
  /** Name of its author. */
  by: string;
  actions: MessageActions;
}

function Waits({ message, actions }: Pick<MessageItemProps, 'message' | 'actions'>) {
  const { waiting } = message;
  if (!waiting) return null;
  const [problem] = sentencesOf(waiting.result);
  const failed = waiting.look === 'failed';
  return (
    <span className={styles.foot}>
      <WaitingMark waiting={waiting} />
      {problem && <span className="small">{problem}</span>}
      {waiting.canRetry && <LinkButton onClick={() => actions.retry(message)}>Retry</LinkButton>}
      {waiting.canCancel && waiting.canChange && <LinkButton onClick={() => actions.edit(message)}>Edit</LinkButton>}
      <LinkButton onClick={() => actions.undoQueued(message)}>{failed ? t`Delete` : t`Don't send`}</LinkButton>
    </span>
  );
}

/** Text of a message; a flagged one is hidden from its reader until they ask for it. */
function MessageText({ message }: Pick<MessageItemProps, 'message'>) {
  const { text, unsent, removed, removedFor, flagged } = message;
  const [shown, setShown] = useState(false);
  if (unsent) return <span>Message deleted</span>;
  if (removed)
    return <span>{removedFor ? t`Removed by a moderator. Reason: ${removedFor}` : t`Removed by a moderator`}</span>;
  const words = (
    <span lang={languageOfText(text)}>
      <LinkedText text={text} />
    </span>
  );
  if (!flagged) return words;
  return (
    <>
      <span>You flagged this message.</span>{' '}
      <LinkButton aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? t`Hide it again` : t`Show anyway`}
      </LinkButton>
      {shown && <p>{words}</p>}
    </>
  );
}

/** A message and its time. */
export function MessageItem({ message, by, actions }: MessageItemProps) {
  const { mine, bike, at, unsent, removed, flagged, waiting } = message;
  const time = clockTime(new Date(at), useDisplayPreferences());
  const entries = waiting ? [] : actions.entriesOf(message);
  return (
    <li className={classNames(styles.message, mine && styles.mine)}>
      <VisuallyHidden>{mine ? t`You:` : t`${by}:`} </VisuallyHidden>
      {bike && !unsent && !removed && <AboutBike bike={bike} />}
      <span className={styles.line}>
        <span
          className={classNames(
            styles.bubble,
            waiting && styles.waiting,
            (unsent || removed || flagged) && styles.unsent,
          )}
        >
          <MessageText message={message} />
        </span>
        {entries.length > 0 && (
          <MenuButton label={t`Message from ${time}`} entries={entries} small className={styles.more}>
            <Ellipsis className="icon icon-small" aria-hidden="true" />
          </MenuButton>
        )}
      </span>
      {waiting ? (
        <Waits message={message} actions={actions} />
      ) : (
        <time className="quiet small figures" dateTime={at}>
          {time}
        </time>
      )}
    </li>
  );
}
