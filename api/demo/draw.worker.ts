import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import type { ThreadAnswer } from '#api/platform/thread.ts';
import { type Drawing, drawPhoto } from './draw-photo.ts';

sharp.concurrency(1);
sharp.cache(false);

parentPort?.on('message', ({ drawing, width }: { drawing: Drawing; width: number }) => {
  drawPhoto(drawing, width).then(
    (value) => parentPort?.postMessage({ value } satisfies ThreadAnswer),
    (error: Error) => parentPort?.postMessage({ error: { message: error.message } } satisfies ThreadAnswer),
  );
});
