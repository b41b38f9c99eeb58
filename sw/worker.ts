import { cacheHomeWhenAsked, repairCachedHome } from './cached-home.ts';
import { keepGuidePictures } from './guide-pictures.ts';
import { reconcileImages } from './image-cache.ts';
import { serveImages } from './images.ts';
import { openSubject } from './notifications.ts';
import { repairPages, servePages } from './precache.ts';
import { notifyOfPushes } from './push.ts';
import { repairWhenActivated, repairWhenQuiet } from './repair.ts';
import { takeSharedPhotos } from './shared-photos.ts';
import { sendOutbox } from './sync.ts';
import { takeOverWhenAsked } from './update.ts';
import '#src/registry.ts';
import '#src/registry.mutations.ts';

repairWhenQuiet(repairPages, repairCachedHome, reconcileImages);
// Installation has already checked the precached files.
repairWhenActivated(repairCachedHome, reconcileImages);
servePages();
serveImages();
keepGuidePictures();
takeSharedPhotos();
cacheHomeWhenAsked();
sendOutbox();
takeOverWhenAsked();
openSubject();
notifyOfPushes();
