import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useStrip } from '#src/features/outbox/outbox.queries.ts';
import type { StripState } from './shell/strip.tsx';

/** A write that arrives at once is not worth a line. */
const worthSaying = 800;
const allSentFor = 3_000;

/** Whether `now` has been true for a while; false at once when it is not. */
function useLasting(now: boolean, time: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!now) {
      setLasting(false);
      return;
    }
    const timer = setTimeout(() => setLasting(true), time);
    return () => clearTimeout(timer);
  }, [now, time]);
  return now && lasting;
}

/** True for three seconds after the last of what was told of as waiting has gone. */
function useAllSent(told: boolean, waiting: number): boolean {
  const [owed, setOwed] = useState(false);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (told && waiting > 0) setOwed(true);
    if (owed && waiting === 0) {
      setOwed(false);
      setShown(true);
    }
  }, [told, waiting, owed]);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(false), allSentFor);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown;
}

/** What the line under the header has to say, if anything. */
export function useStripState(): StripState {
  const { pathname, search } = useLocation();
  const { signal, status, storage, waiting, failed, loginToSend } = useStrip();
  const silent = signal === 'none';
  const sending = useLasting(status === 'sending' && waiting > 0, worthSaying);
  const allSent = useAllSent(sending || silent, waiting);
  if (loginToSend) return { is: 'session-ended', waiting: waiting + failed, returnTo: pathname + search };
  if (silent) return { is: 'no-signal', waiting, storage };
  if (storage === 'full') return { is: 'full' };
  if (sending) return { is: 'sending', waiting };
  return allSent && waiting === 0 ? { is: 'all-sent' } : undefined;
}
