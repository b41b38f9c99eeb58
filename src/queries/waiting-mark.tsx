import { t } from '#contract/texts.ts';
import { signalAtom } from '#src/lib/signal.ts';
import type { Waiting } from '#src/outbox/waiting.ts';
import { TrailMark, type TrailState } from '#src/ui/trail-mark.tsx';
import { useDeviceNow } from '#src/ui/use-now.ts';
import { useValue } from '#src/ui/use-value.ts';

const states: Record<Waiting['look'], TrailState> = {
  waiting: 'waiting',
  retry: 'waiting',
  sending: 'sending',
  blocked: 'blocked',
  old: 'waiting',
  editing: 'blocked',
  failed: 'failed',
};

const nextTry = (wait: number) =>
  wait < 60_000
    ? t`Next try in ${Math.max(1, Math.ceil(wait / 1000))} s`
    : t`Next try in ${Math.round(wait / 60_000)} min`;

function textOf({ look, nextAt, after }: Waiting, isOffline: boolean, now: Date | null): string {
  if (look === 'failed') return t`Not sent`;
  if (look === 'blocked') return after;
  if (look === 'old') return t`Needs your OK`;
  if (look === 'editing') return t`Being edited`;
  if (look === 'sending') return t`Sending`;
  if (isOffline) return t`Waiting for signal`;
  const wait = now ? nextAt - now.getTime() : 0;
  return look === 'retry' && wait > 0 ? nextTry(wait) : t`Waiting its turn`;
}

/** The status mark of a thing that has not reached the server. */
export function WaitingMark({ waiting }: { waiting: Waiting }) {
  const isOffline = useValue(signalAtom) === 'none';
  const now = useDeviceNow();
  const text = textOf(waiting, isOffline, now);
  return <TrailMark state={states[waiting.look]}>{text}</TrailMark>;
}
