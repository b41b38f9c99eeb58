import { useState } from 'react';
import type { WireError } from '#contract/envelope.ts';
import type { Id } from '#contract/ids.ts';
import type { MemberSession } from '#contract/sessions.ts';
import { useResult } from '#src/action-state/use-result.ts';
import { type ApiFailure, letFailureGo } from '#src/lib/failure.ts';
import { isUnderWay } from '#src/lib/result.ts';
import { useRefreshed } from '#src/queries/use-refreshed.ts';
import { ownSessions, signOutDevice } from './sessions.actions.ts';

/** A device's id, or all but this one. */
export type Ended = string | 'others';

/** The devices that are signed in, and what becomes of them. */
export interface OwnSessions {
  /** This device first; undefined until the site has answered. */
  sessions: readonly MemberSession[] | undefined;
  /** Why the site could not be asked. */
  error: ApiFailure | null;
  refreshing: boolean;
  refresh: () => Promise<void>;
  /** What is being signed out. */
  ending: Ended | null;
  /** What could not be signed out, and why. */
  failed: { which: Ended; error: WireError } | null;
  /** Says whether it worked. */
  end: (which: Ended) => Promise<boolean>;
}

/** Asks which devices are signed in; nothing of it is kept here. @param userId null while nobody is */
export function useOwnSessions(userId: Id | null): OwnSessions {
  const [found, setFound] = useState<readonly MemberSession[]>();
  // An older answer may still name what was signed out since; an id never comes back.
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
      letFailureGo(cause);
      return false;
    }
  };
  return { sessions, error, refreshing, refresh, ending, failed, end };
}
