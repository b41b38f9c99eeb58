/** Default number of bikes in a page. */
export const pageSize = 24;

/** Default number of winners in a page. */
export const winnersShown = 8;
