import { useEffect, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import { type NotifyState, notifyStateOf, turnOffPush, turnOnPush } from './push.actions.ts';
import { pollAlertsAgain } from './start-alerts.ts';

/** State of the switch for notifications. */
export type Notifying = {
  /** Null until it is known. */
  state: NotifyState | null;
  busy: boolean;
  /** Why the last press did not work; empty if it did. */
  fault: string;
  turn: (on: boolean) => void;
};

const faultOf = (cause: unknown): string =>
  cause instanceof ApiFailure
    ? cause.message
    : t`Your browser couldn’t sign up for notifications while Headbadge is closed. Private windows often refuse. Try again later.`;

/** Whether this device notifies a member, with the means to change it. Also follows the browser's own settings. */
export function useNotifying(userId: Id): Notifying {
  const [state, setState] = useState<NotifyState | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  useEffect(() => {
    const look = () => void notifyStateOf(userId).then(setState);
    look();
    // Somebody may come back from the browser's settings.
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [userId]);
  const turn = async (on: boolean) => {
    setBusy(true);
    setFault('');
    try {
      await (on ? turnOnPush(userId) : turnOffPush(userId));
    } catch (cause) {
      setFault(faultOf(cause));
    } finally {
      // With the permission a hidden page polls, too.
      pollAlertsAgain();
      setState(await notifyStateOf(userId));
      setBusy(false);
    }
  };
  return { state, busy, fault, turn: (on) => void turn(on) };
}
