import { fold } from './fold.ts';

/** Key for comparing usernames: ignores case, accents and separators. One account for each key. */
export const usernameKey = (username: string): string => fold(username).replaceAll(/[._-]/g, '');
