/** Path of a draft. Separate from its schemas, which the service worker does not need. */
export const draftPath = '/user/drafts/:bikeId';
