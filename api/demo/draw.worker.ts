import sharp from 'sharp';
import { serveParent } from '#api/platform/child-entry.ts';
import { type Drawing, drawPhoto } from './draw-photo.ts';

sharp.concurrency(1);
sharp.cache(false);

serveParent(
  ({ drawing, width }: { drawing: Drawing; width: number }) => drawPhoto(drawing, width),
  () => 'not_drawn',
);
