import { BlockedMembers } from '#src/features/conversations/blocked-members.tsx';
import { MemberPreferences } from '#src/features/preferences/member-preferences.tsx';
import { StorageHere } from '#src/features/preferences/storage-here.tsx';
import { useSession } from '#src/session/use-session.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { Section } from '#src/ui/section.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import styles from './account-sections.module.css';

export function UserPreferencesScreen() {
  const { user } = useSession();
  usePageTitle('Preferences');
  if (!user) return null;
  return (
    <>
      <PageHead title="Preferences" />
      <div className={styles.sections}>
        <MemberPreferences userId={user.id} messages={<BlockedMembers userId={user.id} />} />
        <Section title="On this device" about="What opens again without signal.">
          <StorageHere userId={user.id} />
        </Section>
      </div>
    </>
  );
}
