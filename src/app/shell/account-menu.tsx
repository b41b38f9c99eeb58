import { LogOut } from 'lucide-react';
import { Avatar } from '#src/ui/avatar.tsx';
import { MenuButton } from '#src/ui/menu-button.tsx';
import { type Account, accountEntries } from './account.ts';

interface AccountMenuProps {
  account: Account;
  onSignOut: () => void;
  /** The class that draws the dot while something waits. */
  dot?: string;
}

/** The signed-in member's menu. */
export function AccountMenu({ account, onSignOut, dot }: AccountMenuProps) {
  const { username, waiting } = account;
  return (
    <MenuButton
      label={waiting > 0 ? `Account, ${waiting} waiting to send` : 'Account'}
      heading={`Hello, ${username}`}
      className={waiting > 0 ? dot : undefined}
      entries={[...accountEntries(waiting), { words: 'Sign Out', icon: LogOut, onSelect: onSignOut, apart: true }]}
    >
      <Avatar person={account} />
    </MenuButton>
  );
}
