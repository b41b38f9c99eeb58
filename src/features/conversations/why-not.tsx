import type { SendRefusal } from '#contract/conversations.ts';
import { t } from '#contract/texts.ts';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Note } from '#src/ui/note.tsx';
import { useNow } from '#src/ui/use-now.ts';
import styles from './conversations.module.css';
import { untilText } from './time-text.ts';

interface WhyNotProps {
  refusal: SendRefusal;
  /** The other member's. */
  username: string;
  /** Null if the user has not blocked the other member. */
  onUnblock: (() => void) | null;
}

/** Explains why writing is not allowed, and until when. */
export function WhyNot({ refusal: { code, message, until }, username, onUnblock }: WhyNotProps) {
  const now = useNow() ?? new Date();
  const preferences = useDisplayPreferences();
  // A block that waits to be sent has no message of the server's.
  const why = code === 'message.blocked' ? t`You have blocked ${username}. Unblock them to write.` : message;
  return (
    <div className={styles.whyNot}>
      <Note state="notice" role="status" action={onUnblock && <LinkButton onClick={onUnblock}>Unblock</LinkButton>}>
        {[why, until && untilText(new Date(until), now, preferences)].filter(Boolean).join(' ')}
      </Note>
    </div>
  );
}
