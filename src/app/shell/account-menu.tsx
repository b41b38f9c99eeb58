import { lazy } from 'react';
import { many, t } from '#contract/texts.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { LateButton } from '#src/ui/late-button.tsx';
import type { Account } from './account.ts';

const loadMenu = () => import('./account-menu-panel.tsx');
const AccountMenuPanel = lazy(() => loadMenu().then((module) => ({ default: module.AccountMenuPanel })));

interface AccountMenuProps {
  account: Account;
  onSignOut: () => void;
  /** Shows its marks by `data-unread` and `data-outbox`. */
  className?: string | undefined;
}

function nameOf({ unread, waiting, unsent }: Account): string {
  const counts = [
    unread > 0 && many(unread)`# unread message|# unread messages`,
    waiting > 0 && many(waiting)`# waiting to send|# waiting to send`,
    unsent > 0 && many(unsent)`# not sent|# not sent`,
  ];
  return [t`Account`, ...counts.filter((one) => one !== false)].join(', ');
}

export function AccountMenu({ account, onSignOut, className }: AccountMenuProps) {
  const buttonProps = {
    look: 'plain',
    icon: true,
    className,
    'data-unread': account.unread > 0 || undefined,
    'data-outbox': account.unsent > 0 ? 'failed' : account.waiting > 0 ? 'waiting' : undefined,
    'aria-label': nameOf(account),
    children: <Avatar person={account} />,
  } as const;
  return (
    <LateButton
      buttonProps={buttonProps}
      opens="menu"
      load={loadMenu}
      panel={(trigger) => <AccountMenuPanel account={account} onSignOut={onSignOut} trigger={trigger} />}
    />
  );
}
