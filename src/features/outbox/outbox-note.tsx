import { many, t } from '#contract/texts.ts';
import { outboxStatusAtom } from '#src/outbox/outbox-status.ts';
import { isMemoryOnly } from '#src/storage/storage-state.ts';
import { Button } from '#src/ui/button.tsx';
import { Note } from '#src/ui/note.tsx';
import { useValue } from '#src/ui/use-value.ts';
import styles from './outbox.module.css';
import type { Remaining } from './outbox-groups.ts';

function sentencesFor(refused: number, hasRest: boolean): Record<Remaining, string> {
  const need = many(refused)`# item needs your attention.|# items need your attention.`;
  return {
    moving: t`All of this is saved on this device and sends itself. You can close the app.`,
    some: many(
      refused,
    )`# item needs your attention. The rest sends itself.|# items need your attention. The rest sends itself.`,
    yours: hasRest ? t`The rest is sent after the items that need your attention.` : need,
    nothing: t`You can close the app.`,
  };
}

interface OutboxNoteProps {
  remaining: Remaining;
  /** Number of items that need the member. */
  refused: number;
  /** Whether others wait. */
  hasRest: boolean;
}

/** Explains when items are sent, or why none are. */
export function OutboxNote({ remaining, refused, hasRest }: OutboxNoteProps) {
  const status = useValue(outboxStatusAtom);
  if (isMemoryOnly()) return null;
  if (status === 'wrong-user') {
    return (
      <Note state="failed" role="status">
        Another account is logged in here. These are sent when you log in with the account that wrote them.
      </Note>
    );
  }
  if (status === 'too-old') {
    const reload = (
      <Button look="quiet" small onClick={() => location.reload()}>
        Reload
      </Button>
    );
    return (
      <Note state="notice" role="status" action={reload}>
        A new version is ready. Reload to keep sending.
      </Note>
    );
  }
  return (
    <Note state={remaining === 'yours' ? 'notice' : 'saved'}>
      {/* Reserves room for the longer text, so that the rows do not move. */}
      <div className={styles.either}>
        {Object.entries(sentencesFor(refused, hasRest)).map(([of, sentence]) => (
          <p key={of} aria-hidden={of !== remaining}>
            {sentence}
          </p>
        ))}
      </div>
    </Note>
  );
}
