/** Path of a draft. Kept apart from its schemas, which the service worker does not need. */
export const draftPath = '/user/drafts/:bikeId';
