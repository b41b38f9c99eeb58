import type { ReactElement } from 'react';
import { userPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { CircleUserRound, LogOut } from '#src/ui/icons.js';
import { Menu } from '#src/ui/menu.tsx';
import { type Account, accountEntries } from './account.ts';

interface AccountMenuPanelProps {
  account: Account;
  onSignOut: () => void;
  trigger: ReactElement;
}

/** The entries of the member's menu. */
export function AccountMenuPanel({ account, onSignOut, trigger }: AccountMenuPanelProps) {
  const { id, username } = account;
  const own = { label: t`Your page`, icon: CircleUserRound, to: userPage(id, username) };
  const signOut = { label: t`Sign Out`, icon: LogOut, onSelect: onSignOut, separated: true };
  return (
    <Menu trigger={trigger} heading={t`Hello, ${username}`} entries={[own, ...accountEntries(account), signOut]} />
  );
}
