/** Where a draft is kept; apart from its schemas, which no worker needs. */
export const draftPath = '/user/drafts/:bikeId';
