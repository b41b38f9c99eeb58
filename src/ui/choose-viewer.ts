import { type KeptViewer, keptViewer, renewViewer, viewer, viewerPlace } from './viewer.ts';

type Choices = Omit<KeptViewer, 'of' | 'aside' | 'taken' | 'pending'>;

/** What visitors chose on this device, whoever is logged in now. */
const ofVisitors = ({ of, aside, taken, pending, ...own }: KeptViewer): Choices => (of ? (aside ?? {}) : own);
const takenOf = ({ taken = [] }: KeptViewer) => taken;

/** @returns false where nothing can be kept: it holds for this tab */
function write(next: KeptViewer): boolean {
  const text = JSON.stringify(next);
  try {
    if (localStorage.getItem(viewerPlace) === text) return true;
    localStorage.setItem(viewerPlace, text);
    renewViewer();
    return true;
  } catch {
    const { of, aside, taken, pending, ...own } = next;
    renewViewer({ ...viewer(), ...own });
    return false;
  }
}

const beside = (kept: KeptViewer) => ({ aside: ofVisitors(kept), taken: takenOf(kept) });

/**
 * Writes all pages of this device otherwise from now on.
 * @param of the member for whom; null for visitors
 * @returns false where nothing can be kept: it holds for this tab
 */
export function choose(choice: Choices, of: string | null): boolean {
  const kept = keptViewer();
  if (of) return write({ ...(kept.of === of ? kept : { of, ...beside(kept) }), ...choice });
  const taken = takenOf(kept).filter((name) => !Object.hasOwn(choice, name));
  return write({ ...ofVisitors(kept), taken, ...choice });
}

/** Writes all pages as they were. */
export const putBack = (before: KeptViewer): void => void write(before);

/** Writes all pages as a member has chosen; what visitors chose here is put aside. */
export function adopt(of: string, chosen: Choices): void {
  const kept = keptViewer();
  write({ ...chosen, of, ...beside(kept), ...(kept.of === of && kept.pending && { pending: kept.pending }) });
}

/** Notes what a member is choosing, until it is kept. @param value null when it is */
export function notePending(of: string, name: string, value: string | null): void {
  const kept = keptViewer();
  if (kept.of !== of) return;
  const { pending: { [name]: _, ...others } = {}, ...rest } = kept;
  const pending = value === null ? others : { ...others, [name]: value };
  write({ ...rest, ...(Object.keys(pending).length > 0 && { pending }) });
}

/** What a member was choosing when a page of theirs was left. */
export function pendingOf(member: string): Record<string, string> {
  const { of, pending = {} } = keptViewer();
  return of === member ? pending : {};
}

/** Nobody is logged in any more: what visitors chose here holds again. */
export function letGoOfMember(): void {
  const kept = keptViewer();
  if (kept.of) write({ ...ofVisitors(kept), taken: takenOf(kept) });
}

/** What visitors chose here and no account has taken over. */
export function untaken(): Choices {
  const kept = keptViewer();
  const taken = takenOf(kept);
  return Object.fromEntries(Object.entries(ofVisitors(kept)).filter(([name]) => !taken.includes(name)));
}

/** Notes that an account has taken over what visitors chose here: no other one does. */
export function noteTaken(): void {
  const kept = keptViewer();
  write({ ...kept, taken: Object.keys(ofVisitors(kept)) });
}
