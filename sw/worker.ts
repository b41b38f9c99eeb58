import { serveImages } from './images.ts';
import { servePages } from './precache.ts';
import { sendOutbox } from './sync.ts';
import { takeOverWhenAsked } from './update.ts';

servePages();
serveImages();
sendOutbox();
takeOverWhenAsked();
