import { Navigate } from 'react-router';
import { preferencesPage, visitorPreferencesPage } from '#contract/pages.ts';
import { AccountRoom } from '#src/features/accounts/account-room.tsx';
import { useRotatingWinner } from '#src/features/bikes/list/use-rotating-winner.ts';
import { StorageHere } from '#src/features/preferences/storage-here.tsx';
import { VisitorPreferences } from '#src/features/preferences/visitor-preferences.tsx';
import { PageFacts } from '#src/queries/page-facts.tsx';
import { useSession } from '#src/session/use-session.ts';
import { Disclosure } from '#src/ui/disclosure.tsx';

/** Preferences of a visitor; members have a page of their own. */
export function VisitorPreferencesScreen() {
  const { user } = useSession();
  const bike = useRotatingWinner();
  if (user) return <Navigate to={preferencesPage()} replace />;
  return (
    <AccountRoom title="Preferences" bike={bike}>
      <PageFacts title="Preferences" path={visitorPreferencesPage()} />
      <div className="stack needs-script">
        <p>How Headbadge looks on this device.</p>
        <VisitorPreferences />
        <Disclosure title="Storage" about="What opens offline">
          <StorageHere userId={null} />
        </Disclosure>
      </div>
    </AccountRoom>
  );
}
