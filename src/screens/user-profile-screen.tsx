import { useEffect } from 'react';
import type { AuthUser } from '#contract/auth.ts';
import { t } from '#contract/texts.ts';
import { useOwnProfile } from '#src/features/profile/profile.queries.ts';
import { ProfileForm } from '#src/features/profile/profile-form.tsx';
import { ReadError } from '#src/queries/read-error.tsx';
import { useSession } from '#src/session/use-session.ts';
import { Loader } from '#src/ui/loader.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { SavedCopy } from '#src/ui/saved-copy.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import styles from './account-sections.module.css';

function OwnProfileOf({ user }: { user: AuthUser }) {
  const read = useOwnProfile();
  const { state, data, refresh, savedCopy, savedAt } = read;
  // Number of mutations refused because the server has a newer profile, which is then shown beside them.
  const inConflict = Object.values(data?.waiting ?? {}).filter(
    ({ row }) => row.lastError?.code === 'profile.changed',
  ).length;
  useEffect(() => {
    if (inConflict > 0) void refresh();
  }, [inConflict, refresh]);
  const content = () => {
    if (state === 'loading') return <Loader />;
    if (data) return <ProfileForm user={user} profile={data} />;
    const missing = t`Your profile will load when you have signal.`;
    return <ReadError read={read} missing={missing} />;
  };
  return (
    <>
      <PageHead title="Profile" about={savedCopy && savedAt ? <SavedCopy savedAt={savedAt} /> : undefined} />
      <div className={styles.sections}>{content()}</div>
    </>
  );
}

/** The member's own profile, to edit. */
export function UserProfileScreen() {
  const { user } = useSession();
  usePageTitle(t`Profile`);
  return user && <OwnProfileOf key={user.id} user={user} />;
}
