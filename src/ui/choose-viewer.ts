import { refreshViewer, type StoredViewer, storedViewer, viewer, viewerPlace } from './viewer.ts';

type Choices = Omit<StoredViewer, 'of' | 'aside' | 'taken' | 'pending'>;

/** Returns the visitors' preferences of this device, also while a member is logged in. */
const ofVisitors = ({ of, aside, taken, pending, ...own }: StoredViewer): Choices => (of ? (aside ?? {}) : own);
const takenOf = ({ taken = [] }: StoredViewer) => taken;

/** Stores the preferences. Returns false if they could not be stored and hold for this tab only. */
function write(next: StoredViewer): boolean {
  const text = JSON.stringify(next);
  try {
    if (localStorage.getItem(viewerPlace) === text) return true;
    localStorage.setItem(viewerPlace, text);
    refreshViewer();
    return true;
  } catch {
    const { of, aside, taken, pending, ...own } = next;
    refreshViewer({ ...viewer(), ...own });
    return false;
  }
}

const visitorFields = (stored: StoredViewer) => ({ aside: ofVisitors(stored), taken: takenOf(stored) });

/**
 * Sets preferences on this device and renders all pages with them.
 * @param of the member's id; null for visitors
 * @returns false if they could not be stored and hold for this tab only
 */
export function choose(choice: Choices, of: string | null): boolean {
  const stored = storedViewer();
  if (of) return write({ ...(stored.of === of ? stored : { of, ...visitorFields(stored) }), ...choice });
  const taken = takenOf(stored).filter((name) => !Object.hasOwn(choice, name));
  return write({ ...ofVisitors(stored), taken, ...choice });
}

/** Restores earlier preferences. */
export const putBack = (before: StoredViewer): void => void write(before);

/** Sets the preferences of a member's account; those of visitors are stored separately. */
export function adopt(of: string, chosen: Choices): void {
  const stored = storedViewer();
  write({
    ...chosen,
    of,
    ...visitorFields(stored),
    ...(stored.of === of && stored.pending && { pending: stored.pending }),
  });
}

/** Notes a member's choice until their account has it. @param value null once it has */
export function notePending(of: string, name: string, value: string | null): void {
  const stored = storedViewer();
  if (stored.of !== of) return;
  const { pending: { [name]: _, ...others } = {}, ...rest } = stored;
  const pending = value === null ? others : { ...others, [name]: value };
  write({ ...rest, ...(Object.keys(pending).length > 0 && { pending }) });
}

/** Returns the member's choices that their account does not have yet. */
export function pendingOf(member: string): Record<string, string> {
  const { of, pending = {} } = storedViewer();
  return of === member ? pending : {};
}

/** Restores the visitors' preferences after a sign-out. */
export function forgetMember(): void {
  const stored = storedViewer();
  if (stored.of) write({ ...ofVisitors(stored), taken: takenOf(stored) });
}

/** Returns the visitors' preferences that no account has taken over. */
export function untaken(): Choices {
  const stored = storedViewer();
  const taken = takenOf(stored);
  return Object.fromEntries(Object.entries(ofVisitors(stored)).filter(([name]) => !taken.includes(name)));
}

/** Notes that an account has taken over the visitors' preferences; no other account does. */
export function noteTaken(): void {
  const stored = storedViewer();
  write({ ...stored, taken: Object.keys(ofVisitors(stored)) });
}
