// The demo community's photographs, drawn when somebody first asks for them.
import sharp from 'sharp';
import type { PhotoWidth } from '#contract/photos.ts';
import { drawBike } from './illustrator/draw.ts';
import { flatten } from './illustrator/render.ts';
import type { Aspect, BikeSpec, ShotKind } from './illustrator/spec.ts';

/** All that a photograph is drawn from: small, and plain JSON. */
export interface Drawing {
  spec: BikeSpec;
  kind: ShotKind;
  aspect: Aspect;
  /** One for all photographs of a bike. */
  seed: string;
}

const largest: Record<Aspect, { width: number; height: number }> = {
  '3:2': { width: 2048, height: 1366 },
  '4:5': { width: 1640, height: 2050 },
  '1:1': { width: 1640, height: 1640 },
};

// A small picture shows no artefacts that a phone's density does not hide; a large one has room to show them.
const quality: Record<PhotoWidth, number> = { 320: 66, 640: 64, 1280: 70, 2048: 72 };

/** The size in pixels of the largest rendition of a drawing. */
export const drawingSize = (drawing: Drawing): { width: number; height: number } => largest[drawing.aspect];

/**
 * Draws a photograph. It takes 60 ms at 320 and 0.7 s at 2048 of one core: run it in a worker thread.
 * @param width in pixels; a drawing that is smaller than it is drawn at its own largest
 * @returns WebP
 */
export async function drawPhoto(drawing: Drawing, width: PhotoWidth): Promise<Buffer> {
  const svg = drawBike(drawing.spec, drawing, drawing.seed);
  const raw = await flatten(svg, Math.min(width, drawingSize(drawing).width));
  return sharp(raw.data, { raw })
    .webp({ quality: quality[width], preset: 'picture', effort: width > 640 ? 3 : 5 })
    .toBuffer();
}
