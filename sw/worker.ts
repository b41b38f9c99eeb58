import { keepGuidePictures } from './guide-pictures.ts';
import { healWhenActivated, healWhenQuiet } from './healing.ts';
import { reconcileImages } from './image-shelf.ts';
import { serveImages } from './images.ts';
import { keepPageWhenAsked, mendKeptPage } from './kept-page.ts';
import { openWhatIsTold } from './notifications.ts';
import { mendPages, servePages } from './precache.ts';
import { sendOutbox } from './sync.ts';
import { takeOverWhenAsked } from './update.ts';
import '#src/registry.ts';
import '#src/registry.mutations.ts';

healWhenQuiet(mendPages, mendKeptPage, reconcileImages);
// Installation has already checked the precached files.
healWhenActivated(mendKeptPage, reconcileImages);
servePages();
serveImages();
keepGuidePictures();
keepPageWhenAsked();
sendOutbox();
takeOverWhenAsked();
openWhatIsTold();
