import { writeLocal } from '#src/lib/local-storage.ts';

/** The localStorage key. */
const place = 'install-offer';
/** Milliseconds without a page after which the next one is another visit. */
const visitGapMs = 3_600_000;

type Visits = {
  count: number;
  /** When a page was last opened, in milliseconds since the epoch. */
  at: number;
  /** Whether this device has refused the offer, or installed the app. */
  isSettled?: true;
};

const none: Visits = { count: 0, at: 0 };

function read(): Visits {
  try {
    return { ...none, ...(JSON.parse(localStorage.getItem(place) ?? '{}') as Partial<Visits>) };
  } catch {
    return none;
  }
}

/** Stores a change. Without storage the offer is not made, because a refusal could not be kept. */
function write(change: Partial<Visits>): Visits {
  const next = { ...read(), ...change };
  return writeLocal(place, JSON.stringify(next)) ? next : none;
}

/** Counts a visit to this device. */
export function noteVisit(now = Date.now()): Visits {
  const { count, at } = read();
  const isNew = Math.abs(now - at) > visitGapMs;
  return write({ at: now, count: isNew ? count + 1 : count });
}

/** Ends the offer on this device for good. */
export const settle = (): Visits => write({ isSettled: true });

/** Whether to offer the installation: from the second visit on, unless it was refused. */
export function mayOffer(): boolean {
  const { count, isSettled } = read();
  return !isSettled && count > 1;
}
