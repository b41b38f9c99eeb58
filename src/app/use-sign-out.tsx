import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Id } from '#contract/ids.ts';
import { homePage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import type { Unsent } from '#src/outbox/unsent.ts';
import { signOut } from '#src/session/session.ts';
import { useSession } from '#src/session/use-session.ts';
import type { Elements } from '#src/ui/elements.ts';
import { showToast } from '#src/ui/toast-store.ts';

/** Not part of the first load. */
const unsentOf = async (userId: Id): Promise<Unsent> => (await import('#src/outbox/unsent.ts')).unsentOf(userId);

const loadDialog = () => import('#src/features/accounts/sign-out-dialog.tsx');
const SignOutDialog = lazy(() => loadDialog().then((module) => ({ default: module.SignOutDialog })));

/** Loads the unsent things and the dialog that asks about them. */
async function questionFor(userId: Id): Promise<Unsent | null> {
  const found = await unsentOf(userId);
  await loadDialog();
  return found;
}

/** Signs out. Asks first if unsent things would stay on this device. */
export function useSignOut(): { ask: () => Promise<void>; dialog: Elements } {
  const { user } = useSession();
  const navigate = useNavigate();
  const [unsent, setUnsent] = useState<Unsent | null>(null);

  const leave = async (what: 'keep' | 'delete') => {
    setUnsent(null);
    await signOut(what, () => navigate(homePage()));
    if (what === 'delete') showToast({ text: t`Deleted from this device.` });
  };
  const ask = async () => {
    if (!user) return;
    const found = await questionFor(user.id).catch(() => null);
    if (found && found.rows + found.unqueued > 0) return setUnsent(found);
    await leave('keep');
    if (!found) showToast({ text: t`Unsent items stay here until you log in again.` });
  };
  const send = async () => {
    const { flushAndWait } = await import('#src/outbox/flush-triggers.ts');
    await flushAndWait();
    const left = user ? await unsentOf(user.id) : null;
    if (left && left.rows > 0) {
      setUnsent(left);
      return false;
    }
    await leave('keep');
    return true;
  };

  const dialog = unsent && (
    <Suspense>
      <SignOutDialog
        unsent={unsent}
        onSend={send}
        onKeep={() => void leave('keep')}
        onDelete={() => void leave('delete')}
        onClose={() => setUnsent(null)}
      />
    </Suspense>
  );
  return { ask, dialog };
}
