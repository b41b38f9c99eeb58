import { useState } from 'react';
import { Navigate } from 'react-router';
import { preferencesPage, visitorPreferencesPage } from '#contract/pages.ts';
import { AccountRoom } from '#src/features/accounts/account-room.tsx';
import { useTopBike } from '#src/features/bikes/list/use-top-bike.ts';
import { StorageHere } from '#src/features/preferences/storage-here.tsx';
import { VisitorPreferences } from '#src/features/preferences/visitor-preferences.tsx';
import { PageFacts } from '#src/queries/page-facts.tsx';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';

/** Preferences of a visitor; members have a page of their own. */
export function VisitorPreferencesScreen() {
  const { user } = useSession();
  const bike = useTopBike();
  const [open, setOpen] = useState(false);
  if (user) return <Navigate to={preferencesPage()} replace />;
  return (
    <AccountRoom title="Preferences" bike={bike}>
      <PageFacts title="Preferences" path={visitorPreferencesPage()} />
      <div className="stack needs-script">
        <p>How weights, sizes and dates are written for you, on this device.</p>
        <VisitorPreferences />
        <h2>On this device</h2>
        <p>What opens again without signal.</p>
        <Button look="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide what is kept' : 'Show what is kept'}
        </Button>
        {open && <StorageHere userId={null} />}
      </div>
    </AccountRoom>
  );
}
