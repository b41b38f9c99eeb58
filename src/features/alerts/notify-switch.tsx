import { useId } from 'react';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { Note } from '#src/ui/note.tsx';
import styles from './notify-switch.module.css';
import type { NotifyState } from './push.actions.ts';
import { useNotifying } from './use-notifying.ts';

/** Explains whether this device notifies, and what to do about it. */
const notifyText: Record<NotifyState, string> = {
  on: t`On, even while Headbadge is closed.`,
  off: t`Off on this device. Your browser may ask first.`,
  open: t`On only while Headbadge is open. Turn this on to get them always.`,
  'open-only': t`This browser can notify you only while Headbadge is open.`,
  blocked: t`Your browser blocks notifications from Headbadge. Allow them in its settings for this site, then come back.`,
  'home-screen': t`On iPhone and iPad, add Headbadge to your Home Screen first: press Share, then Add to Home Screen. Then turn this on in the app.`,
  unsupported: t`This browser can’t show notifications. Another browser on this device may.`,
};

/** Switches notifications on this device on and off, and explains what the browser allows. */
export function NotifySwitch({ userId }: { userId: Id }) {
  const { state, busy, fault, turn } = useNotifying(userId);
  const id = useId();
  const canTurn = state === 'on' || state === 'off' || state === 'open' || state === 'open-only';
  return (
    <div className={styles.switch}>
      <label className={styles.label}>
        <span>Notifications on this device</span>
        <input
          type="checkbox"
          aria-describedby={`${id}-state`}
          checked={state === 'on' || state === 'open-only'}
          disabled={!canTurn || busy}
          onChange={({ target }) => turn(target.checked)}
        />
      </label>
      <p id={`${id}-state`} className="quiet small" role="status">
        {busy ? t`One moment …` : state && notifyText[state]}
      </p>
      {fault && (
        <Note state="failed" role="alert">
          {fault}
        </Note>
      )}
    </div>
  );
}
