import { useId } from 'react';
import type { Id } from '#contract/ids.ts';
import { Note } from '#src/ui/note.tsx';
import styles from './notify-switch.module.css';
import { notifyText } from './notify-text.ts';
import { useNotifying } from './use-notifying.ts';

/** Switches notifications on this device on and off, and explains what the browser allows. */
export function NotifySwitch({ userId }: { userId: Id }) {
  const { state, busy, fault, turn } = useNotifying(userId);
  const id = useId();
  const canTurn = state === 'on' || state === 'off';
  return (
    <div className={styles.switch}>
      <label className={styles.label}>
        <span>Notifications on this device</span>
        <input
          type="checkbox"
          aria-describedby={`${id}-state`}
          checked={state === 'on'}
          disabled={!canTurn || busy}
          onChange={({ target }) => turn(target.checked)}
        />
      </label>
      <p id={`${id}-state`} className="quiet small" role="status">
        {busy ? 'One moment …' : state && notifyText[state]}
      </p>
      {fault && (
        <Note state="failed" role="alert">
          {fault}
        </Note>
      )}
    </div>
  );
}
