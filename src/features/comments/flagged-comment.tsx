import { useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { complain } from '#src/forms/complain.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { flaggedText } from './comments.actions.ts';

interface FlaggedCommentProps {
  id: Id;
  mine: boolean;
  /** The text is shown already. */
  seen: boolean;
  onSeen: (text: string) => void;
}

/** Replaces the text of a flagged comment until the viewer asks to see it. The text is not cached. */
export function FlaggedComment({ id, mine, seen, onSeen }: FlaggedCommentProps) {
  const [busy, setBusy] = useState(false);
  const show = async () => {
    if (busy) return;
    setBusy(true);
    try {
      onSeen(await flaggedText(id));
    } catch (cause) {
      complain(cause);
    } finally {
      setBusy(false);
    }
  };
  return (
    <p className="quiet">
      <span>
        {mine
          ? t`Your comment was flagged. Fix what is wrong and it is back at once. This works once.`
          : t`This comment was flagged.`}
      </span>{' '}
      {!seen && (
        <LinkButton aria-busy={busy || undefined} onClick={show}>
          Show anyway
        </LinkButton>
      )}
    </p>
  );
}
