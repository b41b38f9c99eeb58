import { deleteAccountPage, passwordPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { NotifySwitch } from '#src/features/alerts/notify-switch.tsx';
import { BlockedMembers } from '#src/features/blocks/blocked-members.tsx';
import { InstallRow } from '#src/features/install/install-row.tsx';
import { MemberPreferences } from '#src/features/preferences/member-preferences.tsx';
import { StorageRow } from '#src/features/preferences/storage-row.tsx';
import { useSession } from '#src/session/use-session.ts';
import { NavRow } from '#src/ui/nav-row.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { Section } from '#src/ui/section.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import styles from './account-sections.module.css';

export function UserPreferencesScreen() {
  const { user } = useSession();
  usePageTitle(t`Preferences`);
  if (!user) return null;
  return (
    <>
      <PageHead title="Preferences" />
      <div className={`${styles.column} ${styles.wide}`}>
        <MemberPreferences
          userId={user.id}
          notifications={<NotifySwitch userId={user.id} />}
          messages={<BlockedMembers userId={user.id} />}
        >
          <Section title="Storage and account">
            <StorageRow />
            <InstallRow />
            <NavRow to={`${passwordPage()}#data`} about="Bikes, photos, comments, messages">
              Download your data
            </NavRow>
            <NavRow to={`${passwordPage()}#devices`}>Password and devices</NavRow>
            <NavRow to={deleteAccountPage()}>Delete your account</NavRow>
          </Section>
        </MemberPreferences>
      </div>
    </>
  );
}
