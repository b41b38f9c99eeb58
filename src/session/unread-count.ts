import { atom, getDefaultStore } from 'jotai';

/** Number of unread messages. */
export const unreadCountAtom = atom(0);

const store = getDefaultStore();

/** Sets the count to the server's number. */
export const replaceUnreadCount = (count: number): void => store.set(unreadCountAtom, count);

/** Subtracts messages that were read on this device. */
export const lowerUnreadCount = (by: number): void => store.set(unreadCountAtom, (count) => Math.max(0, count - by));
