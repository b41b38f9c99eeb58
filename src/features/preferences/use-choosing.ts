import { useState } from 'react';
import type { Id } from '#contract/ids.ts';
import type { Chosen } from '#src/cache/values/preferences.ts';
import { complain } from '#src/forms/complain.ts';
import type { OnChoose } from './preference-field.tsx';
import { chooseForMember } from './preferences.actions.ts';
import { type PreferencesHere, usePreferences } from './preferences.queries.ts';

/** A member's preferences with optimistic changes, reverted if they cannot be stored. */
export function useChoosing(userId: Id) {
  const here = usePreferences(userId);
  const [pending, setPending] = useState<Chosen>({});
  /** State before the last choice; null before any. Nothing is reported until the choice is stored. */
  const [before, setBefore] = useState<PreferencesHere | null | undefined>(null);
  const attempt = async (work: Promise<void>) => {
    setBefore(here);
    await work.catch(complain);
    setPending({});
  };
  const choose: OnChoose = (name, value) => {
    setPending((others) => ({ ...others, [name]: value }));
    void attempt(chooseForMember(userId, name, value));
  };
  return {
    here,
    chosen: { ...here?.chosen, ...pending } as Chosen,
    choose,
    /** Tracks the resolution of a conflict like a choice. */
    attempt: (work: Promise<void>) => void attempt(work),
    /** Stored state after the last choice; null before one. */
    saved: before !== null && here && here !== before && here.conflicts.length === 0 ? here : null,
  };
}
