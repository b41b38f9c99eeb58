import { LogOut } from 'lucide-react';
import type { ReactElement } from 'react';
import { Menu } from '#src/ui/menu.tsx';
import { type Account, accountEntries } from './account.ts';

interface AccountMenuPanelProps {
  account: Account;
  onSignOut: () => void;
  trigger: ReactElement;
}

/** The entries of the member's menu. */
export function AccountMenuPanel({ account, onSignOut, trigger }: AccountMenuPanelProps) {
  const signOut = { words: 'Sign Out', icon: LogOut, onSelect: onSignOut, apart: true };
  return (
    <Menu trigger={trigger} heading={`Hello, ${account.username}`} entries={[...accountEntries(account), signOut]} />
  );
}
