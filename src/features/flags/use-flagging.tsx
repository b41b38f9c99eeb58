import { lazy, Suspense, useState } from 'react';
import { useSession } from '#src/session/use-session.ts';
import type { Elements } from '#src/ui/elements.ts';
import type { Flagged } from './flags.mutations.ts';

const FlagDialog = lazy(() => import('./flag-dialog.tsx').then((it) => ({ default: it.FlagDialog })));

/** Lets a member flag an item. @returns a function that opens the dialog, and the dialog to render */
export function useFlagging(): { flag: (thing: Flagged) => void; dialog: Elements } {
  const { user } = useSession();
  const [thing, setThing] = useState<Flagged | null>(null);
  const dialog = thing && user && (
    <Suspense>
      <FlagDialog thing={thing} userId={user.id} onClose={() => setThing(null)} />
    </Suspense>
  );
  return { flag: setThing, dialog };
}
