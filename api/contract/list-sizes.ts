/** Default number of bikes in a page. */
export const pageSize = 24;

/** Default number of winners in a page. */
export const winnersShown = 8;

/** Number of bikes in the ranking of a week. */
export const rankingLength = 10;

/** Number of recently seen bikes that are excluded from the random choice. */
export const maxSeen = 20;
/** New bikes of a followed search are counted up to this number. */
export const maxNewBikes = 100;
/** Maximum alerts about followed searches on one of a member's days. */
export const maxSearchAlerts = 5;
