import { useState } from 'react';
import { listFollowedMembers, listFollowers } from '#contract/follows.ts';
import type { PersonPage } from '#contract/people-page.ts';
import { t } from '#contract/texts.ts';
import { runAction } from '#src/actions/run-action.ts';
import { PeopleDialog } from '#src/queries/people-dialog.tsx';
import { Counts } from '#src/ui/counts.tsx';
import { useHydrated } from '#src/ui/use-hydrated.ts';

const lists = { followers: listFollowers, following: listFollowedMembers };
type List = keyof typeof lists;

interface FollowNumbersProps {
  person: PersonPage;
  /** Shown before them. */
  before: readonly { name: string; count: number }[];
}

/** A member's numbers, which open the lists of followers and followed members. A hidden number is left out. */
export function FollowNumbers({ person: { id, username, counts }, before }: FollowNumbersProps) {
  const [open, setOpen] = useState<List>();
  // Without script nothing could open them.
  const hydrated = useHydrated();
  const opening = (list: List) => (hydrated ? () => setOpen(list) : undefined);
  const { followers, following } = counts;
  const numbers = [
    ...before,
    ...(followers === undefined ? [] : [{ name: t`Followers`, count: followers, onOpen: opening('followers') }]),
    ...(following === undefined ? [] : [{ name: t`Following`, count: following, onOpen: opening('following') }]),
  ];
  return (
    <>
      <Counts counts={numbers} />
      {open && (
        <PeopleDialog
          title={open === 'followers' ? t`Followers of ${username}` : t`Followed by ${username}`}
          name={`${open} ${id}`}
          fetch={(cursor) => runAction(lists[open], { params: { userId: id }, query: { cursor } })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
