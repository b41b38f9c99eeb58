// Separate from the other pages, which home loads.

/** Paths below this are pages, never files: a username may end like a file name. */
export const userArea = '/user/';

/** Path of a member's public page. */
export const userPage = (id: string, username: string) => `${userArea}${id}/${encodeURIComponent(username)}`;
