import type { Events } from '#api/platform/events.ts';
import type { Person } from '#contract/people.ts';
import type { ChosenPreferences, PreferenceChange } from '#contract/user-preferences.ts';
import type { PreferenceStore } from './preferences.store.ts';

interface Deps {
  preferences: PreferenceStore;
  emit: Events['emit'];
}

/** Preferences of members, shared by all their devices. */
export class PreferenceService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  of({ id }: Person): Promise<ChosenPreferences> {
    return this.#deps.preferences.of(id);
  }

  /** Sets a preference. @throws preference.changed, unavailable */
  async put({ id }: Person, change: PreferenceChange): Promise<ChosenPreferences> {
    const { preferences, emit } = this.#deps;
    const now = await preferences.put(id, change);
    // Emit even if nothing was written: a retry may follow a request that was stopped before this.
    await emit({ what: 'preferences.changed', memberId: id });
    return now;
  }
}
