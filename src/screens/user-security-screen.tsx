import { Link } from 'react-router';
import { passwordPage } from '#contract/pages.ts';
import { securityRecordDays } from '#contract/periods.ts';
import { t } from '#contract/texts.ts';
import { useSecurityEvents } from '#src/features/security-record/security-record.queries.ts';
import { SecurityRecord } from '#src/features/security-record/security-record.tsx';
import { useSession } from '#src/session/use-session.ts';
import { ArrowLeft } from '#src/ui/icons.js';
import { PageHead } from '#src/ui/page-head.tsx';
import { SavedCopy } from '#src/ui/saved-copy.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import styles from './account-sections.module.css';

/** What happened to the member's account. */
export function UserSecurityScreen() {
  const { user } = useSession();
  const read = useSecurityEvents();
  usePageTitle(t`What happened to your account`);
  if (!user) return null;
  const { savedCopy, savedAt } = read;
  return (
    <div className={styles.below}>
      <Link className={styles.back} to={passwordPage()}>
        <ArrowLeft className="icon icon-small mirrors" aria-hidden="true" />
        Password
      </Link>
      <PageHead
        title="What happened to your account"
        about={savedCopy && savedAt ? <SavedCopy savedAt={savedAt} /> : undefined}
      />
      <div className={styles.column}>
        <p>{t`Log-ins and changes of the last ${securityRecordDays} days. No other member sees them.`}</p>
        <SecurityRecord read={read} />
      </div>
    </div>
  );
}
