import { useState } from 'react';
import type { Id } from '#contract/ids.ts';
import type { Chosen } from '#src/cache/values/chosen-preferences.ts';
import { complain } from '#src/forms/complain.ts';
import type { OnChoose } from './preference-field.tsx';
import { chooseForMember } from './preferences.actions.ts';
import { type PreferencesHere, usePreferences } from './preferences.queries.ts';

/** What a member has chosen, and chooses now: shown at once, and put back where it cannot be kept. */
export function useChoosing(userId: Id) {
  const here = usePreferences(userId);
  const [pending, setPending] = useState<Chosen>({});
  /** What was here when something was chosen last; null before. Nothing is said of a choice until it is kept. */
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
    /** Follows what is decided between two devices. */
    attempt: (work: Promise<void>) => void attempt(work),
    /** What is kept of the last choice; null before there is one. */
    kept: before !== null && here && here !== before && here.apart.length === 0 ? here : null,
  };
}
