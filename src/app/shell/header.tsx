import { createElement } from 'react';
import { Link, useLocation } from 'react-router';
import { addBikePage, homePage, loginPage, signupPage, userPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { AlertsButton } from '#src/features/alerts/alerts-button.tsx';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Plus } from '#src/ui/icons.js';
import { backAtom } from '#src/ui/late-parts.ts';
import { Mark } from '#src/ui/mark.tsx';
import { useSiteName } from '#src/ui/site-name.ts';
import { useValue } from '#src/ui/use-value.ts';
import { Wordmark } from '#src/ui/wordmark.tsx';
import type { Account } from './account.ts';
import { AccountMenu } from './account-menu.tsx';
import styles from './header.module.css';
import { MainMenu } from './main-menu.tsx';
import { SearchBox } from './search-box.tsx';

interface HeaderProps {
  /** Null for a visitor; undefined while a session exists but the member is unknown. */
  account: Account | null | undefined;
  /** Number of unseen alerts. */
  unseen: number;
  onSignOut: () => void;
}

function VisitorButtons() {
  const { pathname, search } = useLocation();
  const aboutAccounts = pathname.startsWith('/account/');
  return (
    <>
      <Button look="plain" to={loginPage(aboutAccounts ? undefined : pathname + search)}>
        Log In
      </Button>
      <Button look="quiet" to={signupPage()}>
        Sign Up
      </Button>
    </>
  );
}

type MemberButtonsProps = Omit<HeaderProps, 'account'> & { account: Account | undefined };

function MemberButtons({ account, unseen, onSignOut }: MemberButtonsProps) {
  return (
    <>
      <Button look="plain" icon to={addBikePage()} aria-label="Add a bike">
        <Plus className="icon" aria-hidden="true" />
      </Button>
      {account && <AlertsButton unseen={unseen} />}
      {account ? (
        <>
          <Link className={styles.self} to={userPage(account.id, account.username)}>
            {account.username}
          </Link>
          <AccountMenu account={account} onSignOut={onSignOut} className={styles.account} />
        </>
      ) : (
        <span className={styles.placeholder} />
      )}
    </>
  );
}

/** The site's header, for visitors and members. */
export function Header({ account, unseen, onSignOut }: HeaderProps) {
  const Back = useValue(backAtom);
  return (
    <header className={classNames(styles.header, account === null ? styles.visitor : styles.member)}>
      <div className={`frame ${styles.bar}`}>
        {Back && createElement(Back)}
        <Link className={styles.brand} to={homePage()} aria-label={t`${useSiteName()}, home`}>
          <Mark className={styles.mark} />
          <Wordmark className={styles.word} />
        </Link>
        <MainMenu className={styles.menu} />
        <SearchBox className={styles.search} />
        <div className={styles.session}>
          {account === null ? (
            <VisitorButtons />
          ) : (
            <MemberButtons account={account} unseen={unseen} onSignOut={onSignOut} />
          )}
        </div>
      </div>
    </header>
  );
}
