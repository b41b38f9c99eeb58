import { t } from '#contract/texts.ts';
import { OwnInvitations } from '#src/features/invitations/own-invitations.tsx';
import { useSession } from '#src/session/use-session.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import styles from './account-sections.module.css';

/** The member's invitations to the site. */
export function UserInvitationsScreen() {
  const { user } = useSession();
  usePageTitle(t`Invitations`);
  if (!user) return null;
  return (
    <>
      <PageHead title="Invitations" about="Who has your link may join this site" />
      <div className={styles.column}>
        <OwnInvitations userId={user.id} />
      </div>
    </>
  );
}
