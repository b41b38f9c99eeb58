import { atom } from 'jotai/vanilla';
import { serverNow } from '#src/lib/server-time.ts';

/** When the member of this device stops being new (ISO 8601), also without signal; null if they have. */
export const newUntilAtom = atom<string | null>(null);

/** Returns whether a member is new until later. */
export const isNewUntil = (until: string | null): boolean => until !== null && serverNow() < Date.parse(until);
