import { Link } from 'react-router';
import { messagesPage } from '#contract/pages.ts';
import { many, t } from '#contract/texts.ts';
import { WaitingMark } from '#src/queries/waiting-mark.tsx';
import { Avatar } from '#src/ui/avatar.tsx';
import { Count } from '#src/ui/count.tsx';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { languageOfText } from '#src/ui/language-of-text.ts';
import { useNow } from '#src/ui/use-now.ts';
import styles from './conversations.module.css';
import type { ShownConversation } from './conversations.queries.ts';
import { lastText } from './time-text.ts';

/** Text in place of a conversation's last message; null if the message itself is shown. */
function placeholderOf({ text, unsent, removed, flagged }: ShownConversation['last']): string | null {
  if (unsent) return t`Message deleted`;
  if (removed) return t`Removed by a moderator`;
  if (flagged) return t`You flagged this message`;
  return text ? null : t`Removed from your view`;
}

/** Preview of a conversation's last message. */
function Preview({ last, mine }: Pick<ShownConversation, 'last' | 'mine'>) {
  const placeholder = placeholderOf(last);
  return (
    <span className="quiet small">
      {mine && !placeholder && <span>You: </span>}
      {placeholder ? <span>{placeholder}</span> : <bdi lang={languageOfText(last.text)}>{last.text}</bdi>}
    </span>
  );
}

/** A conversation in the list: the other member, time and preview of the last message, unread count. */
export function ConversationItem({ conversation, open }: { conversation: ShownConversation; open: boolean }) {
  const { with: person, unreadCount, last, waiting } = conversation;
  const now = useNow() ?? new Date();
  const preferences = useDisplayPreferences();
  const at = new Date(last.at);
  return (
    <li>
      <Link
        className={styles.conversation}
        to={messagesPage(person.id)}
        aria-current={open ? 'true' : undefined}
        data-unread={unreadCount > 0 || undefined}
      >
        <Avatar person={person} large />
        <strong>{person.username}</strong>
        <time className="quiet small figures" dateTime={last.at}>
          {lastText(at, now, preferences)}
        </time>
        <span className={styles.preview}>
          {waiting ? <WaitingMark waiting={waiting} /> : <Preview {...conversation} />}
        </span>
        <span className={styles.unread}>
          <Count count={unreadCount} name={many(unreadCount)`unread|unread`} />
        </span>
      </Link>
    </li>
  );
}
