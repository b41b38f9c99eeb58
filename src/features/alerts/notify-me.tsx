import { Link } from 'react-router';
import type { Id } from '#contract/ids.ts';
import { preferencesPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import type { NotifyState } from './push.actions.ts';
import { useNotifying } from './use-notifying.ts';

const texts: Partial<Record<NotifyState, string>> = {
  on: t`Notifications are on.`,
  open: t`Notifications are on while Headbadge is open.`,
  'open-only': t`Notifications are on while Headbadge is open.`,
  'home-screen': t`Notifications need one more step.`,
};

/** Offers notifications on this device. Nothing else asks for them: the browser's prompt needs a press. */
export function NotifyMe({ userId, onFollow }: { userId: Id; onFollow: () => void }) {
  const { state, busy, turn } = useNotifying(userId);
  if (state === 'off')
    return (
      <Button look="quiet" disabled={busy} onClick={() => turn(true)}>
        Turn on notifications
      </Button>
    );
  const text = state && texts[state];
  if (!text) return null;
  return (
    <p className="quiet small">
      <span>{text}</span>{' '}
      <Link to={preferencesPage()} onClick={onFollow}>
        Preferences
      </Link>
    </p>
  );
}
