import { PasswordForm } from '#src/features/accounts/password-form.tsx';
import { SessionList } from '#src/features/accounts/session-list.tsx';
import { useOwnSessions } from '#src/features/accounts/use-own-sessions.ts';
import { useSession } from '#src/session/use-session.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { Section } from '#src/ui/section.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import styles from './account-sections.module.css';

/** The member's password, and the devices that are signed in with it. */
export function UserPasswordScreen() {
  const { user } = useSession();
  const sessions = useOwnSessions(user?.id ?? null);
  usePageTitle('Password');
  return (
    <>
      <PageHead title="Password" />
      <div className={styles.sections}>
        {user && <PasswordForm member={user} done={() => void sessions.refresh()} />}
        <Section title="Your devices">
          <SessionList {...sessions} />
        </Section>
      </div>
    </>
  );
}
