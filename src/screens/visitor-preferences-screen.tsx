import { useState } from 'react';
import { Navigate } from 'react-router';
import { preferencesPage, visitorPreferencesPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { AccountRoom } from '#src/features/accounts/account-room.tsx';
import { useRotatingWinner } from '#src/features/bikes/list/use-rotating-winner.ts';
import { InstallRow } from '#src/features/install/install-row.tsx';
import { StorageHere } from '#src/features/preferences/storage-here.tsx';
import { VisitorPreferences } from '#src/features/preferences/visitor-preferences.tsx';
import { PageMeta } from '#src/queries/page-meta.tsx';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';

/** Preferences of a visitor; members have a page of their own. */
export function VisitorPreferencesScreen() {
  const { user } = useSession();
  const bike = useRotatingWinner();
  const [isOpen, setOpen] = useState(false);
  if (user) return <Navigate to={preferencesPage()} replace />;
  return (
    <AccountRoom title="Preferences" bike={bike}>
      <PageMeta title="Preferences" path={visitorPreferencesPage()} />
      <div className="stack needs-script">
        <p>How Headbadge looks on this device.</p>
        <VisitorPreferences />
        <Button look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t`Hide storage` : t`Show storage`}
        </Button>
        {isOpen && <StorageHere userId={null} />}
        <InstallRow />
      </div>
    </AccountRoom>
  );
}
