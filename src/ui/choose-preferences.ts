import {
  displayPreferences,
  preferencesKey,
  refreshDisplayPreferences,
  type StoredPreferences,
  storedPreferences,
} from './display-preferences.ts';

type Choices = Omit<StoredPreferences, 'of' | 'aside' | 'taken' | 'pending'>;

/** Returns the visitors' preferences of this device, also while a member is logged in. */
const ofVisitors = ({ of, aside, taken, pending, ...own }: StoredPreferences): Choices => (of ? (aside ?? {}) : own);
const takenOf = ({ taken = [] }: StoredPreferences) => taken;

/** Stores the preferences. Returns false if they could not be stored and hold for this tab only. */
function write(next: StoredPreferences): boolean {
  const text = JSON.stringify(next);
  try {
    if (localStorage.getItem(preferencesKey) === text) return true;
    localStorage.setItem(preferencesKey, text);
    refreshDisplayPreferences();
    return true;
  } catch {
    const { of, aside, taken, pending, ...own } = next;
    refreshDisplayPreferences({ ...displayPreferences(), ...own });
    return false;
  }
}

const visitorFields = (stored: StoredPreferences) => ({ aside: ofVisitors(stored), taken: takenOf(stored) });

/**
 * Sets preferences on this device and renders all pages with them.
 * @param of the member's id; null for visitors
 * @returns false if they could not be stored and hold for this tab only
 */
export function choose(choice: Choices, of: string | null): boolean {
  const stored = storedPreferences();
  if (of) return write({ ...(stored.of === of ? stored : { of, ...visitorFields(stored) }), ...choice });
  const taken = takenOf(stored).filter((name) => !Object.hasOwn(choice, name));
  return write({ ...ofVisitors(stored), taken, ...choice });
}

/** Restores earlier preferences. */
export const putBack = (before: StoredPreferences): void => void write(before);

/** Sets the preferences of a member's account; those of visitors are stored separately. */
export function adopt(of: string, chosen: Choices): void {
  const stored = storedPreferences();
  write({
    ...chosen,
    of,
    ...visitorFields(stored),
    ...(stored.of === of && stored.pending && { pending: stored.pending }),
  });
}

/** Notes a member's choice until their account has it. @param value null once it has */
export function notePending(of: string, name: string, value: string | null): void {
  const stored = storedPreferences();
  if (stored.of !== of) return;
  const { pending: { [name]: _, ...others } = {}, ...rest } = stored;
  const pending = value === null ? others : { ...others, [name]: value };
  write({ ...rest, ...(Object.keys(pending).length > 0 && { pending }) });
}

/** Returns the member's choices that their account does not have yet. */
export function pendingOf(member: string): Record<string, string> {
  const { of, pending = {} } = storedPreferences();
  return of === member ? pending : {};
}

/** Restores the visitors' preferences after a sign-out. */
export function forgetMember(): void {
  const stored = storedPreferences();
  if (stored.of) write({ ...ofVisitors(stored), taken: takenOf(stored) });
}

/** Returns the visitors' preferences that no account has taken over. */
export function untaken(): Choices {
  const stored = storedPreferences();
  const taken = takenOf(stored);
  return Object.fromEntries(Object.entries(ofVisitors(stored)).filter(([name]) => !taken.includes(name)));
}

/** Notes that an account has taken over the visitors' preferences; no other account does. */
export function noteTaken(): void {
  const stored = storedPreferences();
  write({ ...stored, taken: Object.keys(ofVisitors(stored)) });
}
