import { useState } from 'react';
import type { Id } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import { t } from '#contract/texts.ts';
import { complain } from '#src/forms/complain.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { BlockDialog } from './block-dialog.tsx';
import { setBlocked } from './blocks.actions.ts';

interface BlockPersonProps {
  person: Person;
  userId: Id;
  blocked: boolean;
}

/** Blocks a member after a confirmation, or unblocks them. */
export function BlockPerson({ person: { id, username, avatar }, userId, blocked }: BlockPersonProps) {
  const [asking, setAsking] = useState(false);
  const set = (on: boolean) => {
    setAsking(false);
    const person = { id, username, avatar };
    void setBlocked(person, userId, on).catch(complain);
  };
  return (
    <>
      <LinkButton
        aria-haspopup={blocked ? undefined : 'dialog'}
        onClick={() => (blocked ? set(false) : setAsking(true))}
      >
        {blocked ? t`Unblock ${username}` : t`Block ${username}`}
      </LinkButton>
      {asking && (
        <BlockDialog person={{ id, username, avatar }} onBlock={() => set(true)} onClose={() => setAsking(false)} />
      )}
    </>
  );
}
