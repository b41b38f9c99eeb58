import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { type Alert, pollAlerts } from '#contract/alerts.ts';
import { slotOf } from '#src/actions/run-action.ts';
import type { CachedAlerts } from '#src/cache/values/alerts.ts';
import type { Result } from '#src/lib/result.ts';
import { same } from '#src/lib/same.ts';
import { earlierAlerts } from './alerts.actions.ts';
import { alertsAtom } from './alerts.state.ts';

export type AlertsShown = {
  /** Null while unknown. */
  alerts: CachedAlerts | null;
  /** State of the last request. */
  result: Result;
  items: readonly Alert[];
  /** Whether an alert was unseen when the menu was opened. */
  isFresh: (alert: Alert) => boolean;
  /** Null if there are no more. */
  loadEarlier: (() => Promise<void>) | null;
};

const none: readonly Alert[] = [];
const nothing: ReadonlySet<string> = new Set();

/** An alert counts as new again when its time changes. */
const markOf = ({ id, at }: Alert): string => `${id} ${at}`;

/**
 * Alerts of the open menu: the known ones, marked as new if they were unseen on opening, and earlier ones loaded on
 * demand.
 */
export function useAlertsShown(open: boolean): AlertsShown {
  const alerts = useAtomValue(alertsAtom);
  const result = useAtomValue(slotOf(pollAlerts.action));
  const [before, setBefore] = useState(nothing);
  const [earlier, setEarlier] = useState<{ items: readonly Alert[]; next: string | null } | null>(null);
  const newest = alerts?.data.items ?? none;
  const unseen = newest.filter(({ seen }) => !seen).map(markOf);
  // While the menu is open, an alert stays marked as new after it was seen.
  const fresh = same(before, new Set(open ? [...before, ...unseen] : unseen));
  if (fresh !== before) setBefore(fresh);
  const known = new Set(newest.map(({ id }) => id));
  const items = [...newest, ...(earlier?.items ?? none).filter(({ id }) => !known.has(id))];
  const next = earlier ? earlier.next : (alerts?.data.next ?? null);
  const userId = alerts?.userId;
  const load = async (cursor: string, as: string) => {
    const page = await earlierAlerts(as, cursor);
    setEarlier((before) => ({ items: [...(before?.items ?? none), ...page.items], next: page.next }));
  };
  return {
    alerts,
    result,
    items,
    isFresh: (alert) => !alert.seen || fresh.has(markOf(alert)),
    loadEarlier: next && userId ? () => load(next, userId) : null,
  };
}
