import { useState } from 'react';
import type { Person } from '#contract/people.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Note } from '#src/ui/note.tsx';
import { BlockDialog } from './block-dialog.tsx';
import styles from './conversations.module.css';

/** What to know about somebody who writes for the first time. */
export function StrangerNote({ person, onBlock }: { person: Person; onBlock: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.whyNot}>
      <Note state="notice" action={<LinkButton onClick={() => setAsking(true)}>Block</LinkButton>}>
        {person.username} has not written to you before. Never pay ahead for a bike or parts, and give nobody a password
        or a code.
      </Note>
      {asking && <BlockDialog person={person} onBlock={onBlock} onClose={() => setAsking(false)} />}
    </div>
  );
}
