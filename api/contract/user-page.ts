// Apart from the other pages, which home loads.

/** Under this lie pages and no files: a username may end like a file's name. */
export const userArea = '/user/';

/** Where everybody sees a member. */
export const userPage = (id: string, username: string) => `${userArea}${id}/${encodeURIComponent(username)}`;
