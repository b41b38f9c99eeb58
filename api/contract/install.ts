/** Where the installed app takes photos from other apps, by POST (w3c.github.io/web-share-target); the service worker answers. */
export const sharePhotosPath = '/share-photos';
/** The form field with the photos. */
export const sharedPhotosField = 'photos';
