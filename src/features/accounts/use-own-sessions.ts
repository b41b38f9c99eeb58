import { useState } from 'react';
import type { WireError } from '#contract/envelope.ts';
import type { Id } from '#contract/ids.ts';
import type { MemberSession } from '#contract/sessions.ts';
import { useResult } from '#src/actions/use-result.ts';
import { type ApiFailure, ignoreApiFailure } from '#src/lib/failure.ts';
import { isUnderWay } from '#src/lib/result.ts';
import { useRefreshed } from '#src/queries/use-refreshed.ts';
import { ownSessions, signOutDevice } from './sessions.actions.ts';

/** Session id, or all other sessions. */
export type Ended = string | 'others';

/** Signed-in devices, with the actions to end their sessions. */
export interface OwnSessions {
  /** This device first; undefined until the server has answered. */
  sessions: readonly MemberSession[] | undefined;
  /** Why the list could not be loaded. */
  error: ApiFailure | null;
  refreshing: boolean;
  refresh: () => Promise<void>;
  /** Sessions being ended. */
  ending: Ended | null;
  /** Sessions that could not be ended, with the error. */
  failed: { which: Ended; error: WireError } | null;
  /** Ends the sessions; returns whether that worked. */
  end: (which: Ended) => Promise<boolean>;
}

/** Fetches the signed-in devices; not cached on this device. @param userId null while nobody is logged in */
export function useOwnSessions(userId: Id | null): OwnSessions {
  const [found, setFound] = useState<readonly MemberSession[]>();
  // A stale answer may still list ended sessions; their ids are never reused.
  const [gone, setGone] = useState<readonly string[]>([]);
  const [which, setWhich] = useState<Ended | null>(null);
  const result = useResult('EndSession');
  const ending = isUnderWay(result) ? which : null;
  const failed = which !== null && result.error ? { which, error: result.error } : null;
  const { error, refreshing, refresh } = useRefreshed(userId, async () => {
    if (userId) setFound(await ownSessions(userId));
  });
  const sessions = found?.filter(({ id }) => !gone.includes(id));

  const end = async (which: Ended) => {
    if (!userId || !sessions || ending !== null) return false;
    const ended = sessions.filter(({ id, current }) => (which === 'others' ? !current : id === which));
    setWhich(which);
    try {
      await signOutDevice(userId, which === 'others' ? which : { id: which });
      setGone((before) => [...before, ...ended.map(({ id }) => id)]);
      return true;
    } catch (cause) {
      ignoreApiFailure(cause);
      return false;
    }
  };
  return { sessions, error, refreshing, refresh, ending, failed, end };
}
