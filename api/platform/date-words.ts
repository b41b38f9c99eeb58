/** A day as our words say it: 4 July 2099. */
export const dateWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
