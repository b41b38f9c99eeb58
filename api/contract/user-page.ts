// Separate from the other pages, which home loads.

/** Paths below this are pages, never files: a username may end like a file name. */
export const userArea = '/user/';

/** Path of a member's public page. */
export const userPage = (id: string, username: string) => `${userArea}${id}/${encodeURIComponent(username)}`;
/**
 * Path of a year of a member. The year is a part of its own after the name: a username may be four digits, so
 * `/user/ID/2026` is the page of a member who is called 2026.
 */
export const userYearPage = (id: string, username: string, year: number) => `${userPage(id, username)}/${year}`;
