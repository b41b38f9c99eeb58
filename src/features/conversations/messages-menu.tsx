import { lazy, Suspense, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { useBlocked } from '#src/features/blocks/blocks.queries.ts';
import { figure } from '#src/ui/format.ts';
import { Ban, Ellipsis } from '#src/ui/icons.js';
import { MenuButton } from '#src/ui/menu-button.tsx';
import type { MenuEntry } from '#src/ui/menu-entry.ts';

const BlockedDialog = lazy(() =>
  import('#src/features/blocks/blocked-members.tsx').then((it) => ({ default: it.BlockedDialog })),
);

interface MessagesMenuProps {
  userId: Id;
  /** The member's choice of who can start a conversation. */
  choices: readonly MenuEntry[];
}

/** Menu of the messages: who can start a conversation, and the blocked members. */
export function MessagesMenu({ userId, choices }: MessagesMenuProps) {
  const [open, setOpen] = useState(false);
  const blocked = useBlocked().size;
  const entry: MenuEntry = {
    label: t`Blocked members`,
    icon: Ban,
    onSelect: () => setOpen(true),
    separated: true,
    ...(blocked > 0 && { about: figure(blocked) }),
  };
  return (
    <>
      <MenuButton label="Message settings" heading="New conversations from" entries={[...choices, entry]}>
        <Ellipsis className="icon" aria-hidden="true" />
      </MenuButton>
      {open && (
        <Suspense>
          <BlockedDialog userId={userId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
