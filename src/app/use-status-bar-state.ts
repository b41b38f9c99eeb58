import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Id } from '#contract/ids.ts';
import { loginPage, outboxPage } from '#contract/pages.ts';
import type { SummaryWithSent } from '#src/features/outbox/outbox.queries.ts';
import { useServices } from '#src/features/site/site.queries.ts';
import { signalAtom } from '#src/lib/signal.ts';
import { isAllSent, nothingShown, updateShown, type WaitingMutation } from '#src/outbox/outbox-summary.ts';
import { useSession, useShut } from '#src/session/use-session.ts';
import { storageStateAtom } from '#src/storage/storage-state.ts';
import { useValue } from '#src/ui/use-value.ts';
import type { StatusBarLine } from './shell/status-bar.tsx';

/** Milliseconds: mutations that are sent faster show no line. */
const showAfterMs = 800;
/** Milliseconds: between two mutations nothing is being sent for a moment. */
const hideAfterMs = 1_000;
const allSentMs = 3_000;

/** Debounces `now`: a change counts once it has lasted `toTrue` or `toFalse` milliseconds. */
function useSteady(now: boolean, toTrue: number, toFalse: number): boolean {
  const [steady, setSteady] = useState(false);
  useEffect(() => {
    if (now === steady) return;
    const timer = setTimeout(() => setSteady(now), now ? toTrue : toFalse);
    return () => clearTimeout(timer);
  }, [now, steady, toTrue, toFalse]);
  return steady;
}

const none: readonly WaitingMutation[] = [];
const nothing: ReadonlySet<Id> = new Set();

/** True for three seconds after every mutation that was shown as waiting has been sent. */
function useAllSent(telling: boolean, waiting: readonly WaitingMutation[], sent: ReadonlySet<Id>): boolean {
  const announced = useRef(nothingShown);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    announced.current = updateShown(announced.current, waiting, sent, telling);
    if (waiting.length > 0) return;
    if (isAllSent(announced.current, sent)) setShown(true);
    announced.current = nothingShown;
  }, [telling, waiting, sent]);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(false), allSentMs);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown && waiting.length === 0;
}

/** Returns the status bar's lines. */
export function useStatusBarState(summary: SummaryWithSent): StatusBarLine[] {
  const { pathname, search } = useLocation();
  const { user, ended } = useSession();
  const shut = useShut();
  const storage = useValue(storageStateAtom);
  const isOffline = useValue(signalAtom) === 'none';
  const { waiting = none, sent = nothing, unsent = 0, moving = 0 } = summary ?? {};
  const onTheWay = useSteady(!isOffline && summary?.sending === true, showAfterMs, hideAfterMs);
  const sending = onTheWay && moving > 0;
  const allSent = useAllSent(sending || isOffline, waiting, sent);
  const atLogIn = pathname === loginPage();
  // The outbox shows what is being sent; a line that comes and goes above it would make it jump.
  const here = pathname === outboxPage();
  const signedOut = user === null && ended !== null && (waiting.length > 0 || atLogIn || here);
  const maintenance = useServices()?.maintenance;
  const lines: StatusBarLine[] = [];
  if (maintenance && !isOffline) lines.push({ is: 'maintenance', why: maintenance, isMember: user !== null });
  if (signedOut && shut) lines.push({ is: 'shut', why: shut.why.message, here });
  else if (signedOut) {
    lines.push({ is: 'session-ended', things: waiting.length, returnTo: atLogIn ? null : pathname + search });
  } else if (storage === 'hung') lines.push({ is: storage });
  else if (isOffline) lines.push({ is: 'no-signal', waiting: waiting.length, storage, here, isMember: user !== null });
  else if (storage === 'full') lines.push({ is: storage });
  if (!signedOut && !isOffline && sending) lines.push({ is: 'sending', things: moving, quietly: here });
  else if (!signedOut && !isOffline && allSent && unsent === 0) lines.push({ is: 'all-sent', quietly: here });
  if (unsent > 0) lines.push({ is: 'not-sent', things: unsent, here });
  return lines;
}
