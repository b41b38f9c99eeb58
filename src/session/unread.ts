import { atom, getDefaultStore } from 'jotai';

/** How many messages the member has not read. */
export const unreadCountAtom = atom(0);

const store = getDefaultStore();

/** The site says how many there are. */
export const replaceUnreadCount = (count: number): void => store.set(unreadCountAtom, count);

/** Some were read here. */
export const lowerUnreadCount = (by: number): void => store.set(unreadCountAtom, (count) => Math.max(0, count - by));
