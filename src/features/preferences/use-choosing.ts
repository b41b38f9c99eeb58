import { useState } from 'react';
import type { Id } from '#contract/ids.ts';
import type { PreferenceName } from '#contract/user-preferences.ts';
import type { Chosen } from '#src/cache/values/preferences.ts';
import { complain } from '#src/forms/complain.ts';
import type { OnChoose } from './preference-field.tsx';
import { chooseForMember } from './preferences.actions.ts';
import { type PreferencesHere, usePreferences } from './preferences.queries.ts';

/** The latest choice of a preference until it is read from the stored preferences, which is later than its storing. */
type Choice = { value: string; isStored: boolean };
type Pending = ReadonlyMap<PreferenceName, Choice>;

/** A member's preferences with optimistic changes, reverted if they cannot be stored. */
export function useChoosing(userId: Id) {
  const here = usePreferences(userId);
  const [pending, setPending] = useState<Pending>(new Map());
  /** State before the last choice; null before any. Nothing is reported until the choice is stored. */
  const [before, setBefore] = useState<PreferencesHere | null | undefined>(null);
  const unread = [...pending].filter(([name, { value, isStored }]) => !isStored || here?.chosen[name] !== value);
  if (unread.length < pending.size) setPending(new Map(unread));
  const attempt = (work: Promise<void>): void => {
    setBefore(here);
    void work.catch(complain);
  };
  const choose: OnChoose = (name, value) => {
    const choice = { value, isStored: false };
    const replace = (next: Choice | null) =>
      setPending((all) => {
        // A later choice is left alone.
        if (all.get(name) !== choice) return all;
        const others = new Map(all);
        others.delete(name);
        return next ? others.set(name, next) : others;
      });
    setPending((all) => new Map(all).set(name, choice));
    const work = chooseForMember(userId, name, value);
    attempt(work);
    work.then(
      () => replace({ value, isStored: true }),
      () => replace(null),
    );
  };
  const chosen: Chosen = { ...here?.chosen };
  for (const [name, { value }] of unread) chosen[name] = value;
  return {
    here,
    chosen,
    choose,
    /** Tracks the resolution of a conflict like a choice. */
    attempt,
    /** Stored state after the last choice; null before one. */
    saved: before !== null && here && here !== before && here.conflicts.length === 0 ? here : null,
  };
}
