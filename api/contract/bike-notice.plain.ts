import type { BikeNotice } from './bike-notice.ts';

/** Default of a bike that is not moderated or deleted. */
export const noNotice: BikeNotice = { reason: '', fixable: false, restorableUntil: null };
