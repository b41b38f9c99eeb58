import type { Person } from '#contract/people.ts';
import { t } from '#contract/texts.ts';
import { personSubject } from '#src/actions/subjects.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { useFlaggedMembers } from './flagged-members.queries.ts';
import { useFlagging } from './use-flagging.tsx';

/** Flags a member for moderators. */
export function FlagPerson({ person }: { person: Person }) {
  const { id, username } = person;
  const flagged = useFlaggedMembers().has(id);
  const { flag, dialog } = useFlagging();
  const ask = () => flag({ type: 'User', id, subject: personSubject(person) });
  return (
    <>
      {/* Stays the same button after flagging, so that the focus is not lost. */}
      <LinkButton aria-haspopup="dialog" aria-disabled={flagged} onClick={flagged ? undefined : ask}>
        {flagged ? t`You flagged ${username}` : t`Flag ${username}`}
      </LinkButton>
      {dialog}
    </>
  );
}
