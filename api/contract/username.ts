import { fold } from './text.ts';

/** What usernames are compared by: one name has one account, however it is cased, accented or parted. */
export const usernameKey = (username: string): string => fold(username).replaceAll(/[._-]/g, '');
