import { useState } from 'react';
import type { Person } from '#contract/people.ts';
import { t } from '#contract/texts.ts';
import { BlockDialog } from '#src/features/blocks/block-dialog.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Note } from '#src/ui/note.tsx';
import styles from './conversations.module.css';

interface StrangerNoteProps {
  person: Person;
  /** Whether the user has flagged the last message; undefined if none of it is cached. */
  flagged: boolean | undefined;
  onFlag: () => void;
  onBlock: () => void;
}

/** Notice about a member who writes for the first time, with the actions to flag or block them. */
export function StrangerNote({ person, flagged, onFlag, onBlock }: StrangerNoteProps) {
  const [asking, setAsking] = useState(false);
  const actions = (
    <span className={styles.foot}>
      {flagged !== undefined && (
        <LinkButton aria-haspopup="dialog" aria-disabled={flagged} onClick={flagged ? undefined : onFlag}>
          {flagged ? t`Flagged` : t`Flag`}
        </LinkButton>
      )}
      <LinkButton onClick={() => setAsking(true)}>Block</LinkButton>
    </span>
  );
  return (
    <div className={styles.whyNot}>
      <Note state="notice" action={actions}>
        {t`This is ${person.username}'s first message to you. Never pay in advance for a bike or parts, and never share a password or code.`}
      </Note>
      {asking && <BlockDialog person={person} onBlock={onBlock} onClose={() => setAsking(false)} />}
    </div>
  );
}
