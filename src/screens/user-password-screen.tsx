import { Link } from 'react-router';
import { daysToErasure } from '#contract/accounts.ts';
import { deleteAccountPage } from '#contract/pages.ts';
import { PasswordForm } from '#src/features/accounts/password-form.tsx';
import { SessionList } from '#src/features/accounts/session-list.tsx';
import { useOwnSessions } from '#src/features/accounts/use-own-sessions.ts';
import { ExportData } from '#src/features/export/export-data.tsx';
import { useSession } from '#src/session/use-session.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { Section } from '#src/ui/section.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import styles from './account-sections.module.css';

/** The member's password and signed-in devices. */
export function UserPasswordScreen() {
  const { user } = useSession();
  const sessions = useOwnSessions(user?.id ?? null);
  usePageTitle('Password');
  return (
    <>
      <PageHead title="Password" />
      <div className={styles.sections}>
        {user && <PasswordForm member={user} onChanged={() => void sessions.refresh()} />}
        <Section title="Your devices">
          <SessionList {...sessions} />
        </Section>
        {user && (
          <Section title="Your data">
            <ExportData member={user.id} />
          </Section>
        )}
        <Section title="Leaving">
          <p>
            <Link to={deleteAccountPage()}>Delete your account</Link>: your bikes leave the site, and for{' '}
            {daysToErasure} days you can have all of it back.
          </p>
        </Section>
      </div>
    </>
  );
}
