import type { SendRefusal } from '#contract/conversations.ts';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Note } from '#src/ui/note.tsx';
import { useNow } from '#src/ui/use-now.ts';
import styles from './conversations.module.css';
import { untilText } from './time-text.ts';

interface WhyNotProps {
  refusal: SendRefusal;
  /** Null if the user has not blocked the other member. */
  onUnblock: (() => void) | null;
}

/** Explains why writing is not allowed, and until when. */
export function WhyNot({ refusal: { message, until }, onUnblock }: WhyNotProps) {
  const now = useNow() ?? new Date();
  const preferences = useDisplayPreferences();
  return (
    <div className={styles.whyNot}>
      <Note state="notice" role="status" action={onUnblock && <LinkButton onClick={onUnblock}>Unblock</LinkButton>}>
        {`${message}${until ? ` You can start the next one ${untilText(new Date(until), now, preferences)}.` : ''}`}
      </Note>
    </div>
  );
}
