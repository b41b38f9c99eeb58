import { Link } from 'react-router';
import type { Id } from '#contract/ids.ts';
import { preferencesPage } from '#contract/pages.ts';
import { Button } from '#src/ui/button.tsx';
import { useNotifying } from './use-notifying.ts';

/** Offers notifications on this device. Nothing else asks for them: the browser's prompt needs a press. */
export function NotifyMe({ userId, onFollow }: { userId: Id; onFollow: () => void }) {
  const { state, busy, fault, turn } = useNotifying(userId);
  if (state === null || state === 'unsupported' || state === 'blocked') return null;
  if (state === 'off' && !fault)
    return (
      <Button look="quiet" disabled={busy} onClick={() => turn(true)}>
        Turn on notifications
      </Button>
    );
  return (
    <p className="quiet small">
      {state === 'on' ? 'Notifications are on.' : fault || 'Notifications need one more step.'}{' '}
      <Link to={preferencesPage()} onClick={onFollow}>
        Preferences
      </Link>
    </p>
  );
}
