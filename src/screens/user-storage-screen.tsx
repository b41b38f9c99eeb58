import { Link } from 'react-router';
import { preferencesPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { StorageHere } from '#src/features/preferences/storage-here.tsx';
import { useSession } from '#src/session/use-session.ts';
import { ArrowLeft } from '#src/ui/icons.js';
import { PageHead } from '#src/ui/page-head.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import styles from './account-sections.module.css';

/** Lists the data that is stored on this device, with buttons to delete it. */
export function UserStorageScreen() {
  const { user } = useSession();
  usePageTitle(t`Storage`);
  if (!user) return null;
  return (
    <div className={styles.below}>
      <Link className={styles.back} to={preferencesPage()}>
        <ArrowLeft className="icon icon-small mirrors" aria-hidden="true" />
        Preferences
      </Link>
      <PageHead title="Storage" />
      <StorageHere userId={user.id} />
    </div>
  );
}
