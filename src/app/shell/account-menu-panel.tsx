import { LogOut } from 'lucide-react';
import type { ReactElement } from 'react';
import { userPage } from '#contract/pages.ts';
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
  const own = { label: `Hello, ${username}`, about: 'Your page', to: userPage(id, username), lead: true };
  const signOut = { label: 'Sign Out', icon: LogOut, onSelect: onSignOut, separated: true };
  return <Menu trigger={trigger} entries={[own, ...accountEntries(account), signOut]} />;
}
