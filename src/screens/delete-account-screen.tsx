import { useNavigate } from 'react-router';
import { homePage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { DeleteAccount } from '#src/features/accounts/delete-account.tsx';
import { ExportData } from '#src/features/export/export-data.tsx';
import { useSession } from '#src/session/use-session.ts';
import { displayPreferences } from '#src/ui/display-preferences.ts';
import { dayOf } from '#src/ui/format.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { Section } from '#src/ui/section.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import styles from './account-sections.module.css';

export function DeleteAccountScreen() {
  const { user } = useSession();
  const navigate = useNavigate();
  usePageTitle(t`Delete account`);
  if (!user) return null;
  return (
    <>
      <PageHead title="Delete account" />
      <div className={styles.column}>
        <Section title="Your data">
          <ExportData member={user.id} />
        </Section>
        <Section title="What happens">
          <DeleteAccount
            user={user}
            leave={() => navigate(homePage())}
            done={(until) =>
              showToast({
                text: t`Your account is deleted. Until ${dayOf(until, new Date(), displayPreferences())} you can log in to restore it.`,
              })
            }
          />
        </Section>
      </div>
    </>
  );
}
