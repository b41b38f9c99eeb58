import type { Events } from '#api/platform/events.ts';
import { newId } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import type { ChosenPreferences, PreferenceChange, PreferenceName } from '#contract/user-preferences.ts';
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
  async put({ id }: Pick<Person, 'id'>, change: PreferenceChange): Promise<ChosenPreferences> {
    const { preferences, emit } = this.#deps;
    let now = await preferences.put(id, change);
    if (change.name === 'weeklyMail') {
      await preferences.noteTimeZone(id, change.timeZone);
      now = await preferences.of(id);
    }
    // Emit even if nothing was written: a retry may follow a request that was stopped before this.
    await emit({ what: 'preferences.changed', memberId: id });
    return now;
  }

  /** Sets a preference for the member, whatever devices have seen. @throws unavailable */
  async set(memberId: string, name: PreferenceName, value: string, timeZone?: string): Promise<void> {
    const { chosen } = await this.#deps.preferences.of(memberId);
    const seen = { version: chosen[name]?.version ?? 0, device: newId() };
    await this.put({ id: memberId }, { name, value, seen, timeZone } as PreferenceChange);
  }

  /** Stores the time zone of a member who gets the weekly mail. */
  async putTimeZone({ id }: Pick<Person, 'id'>, timeZone: string): Promise<ChosenPreferences> {
    const { preferences, emit } = this.#deps;
    await preferences.noteTimeZone(id, timeZone);
    await emit({ what: 'preferences.changed', memberId: id });
    return preferences.of(id);
  }
}
