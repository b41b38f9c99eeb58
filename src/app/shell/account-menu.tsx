import { LogOut } from 'lucide-react';
import { Avatar } from '#src/ui/avatar.tsx';
import { MenuButton } from '#src/ui/menu-button.tsx';
import { type Account, accountEntries } from './account.ts';

interface AccountMenuProps {
  account: Account;
  onSignOut: () => void;
  /** The class that draws the dot while something waits or is new. */
  dot?: string;
  /** The class that draws it while something needs its author. */
  alarm?: string;
}

function nameOf({ unread, waiting, unsent }: Account): string {
  const messages = unread === 1 ? '1 unread message' : `${unread} unread messages`;
  const counts = [
    unread > 0 && messages,
    waiting > 0 && `${waiting} waiting to send`,
    unsent > 0 && `${unsent} not sent`,
  ];
  return ['Account', ...counts.filter((one) => one !== false)].join(', ');
}

/** The signed-in member's menu. */
export function AccountMenu({ account, onSignOut, dot, alarm }: AccountMenuProps) {
  const { username, unread, waiting, unsent } = account;
  return (
    <MenuButton
      label={nameOf(account)}
      heading={`Hello, ${username}`}
      className={unsent > 0 ? alarm : waiting + unread > 0 ? dot : undefined}
      entries={[...accountEntries(account), { words: 'Sign Out', icon: LogOut, onSelect: onSignOut, apart: true }]}
    >
      <Avatar person={account} />
    </MenuButton>
  );
}
