// The demo community's photographs, drawn at the first request.
import sharp from 'sharp';
import { drawBike } from './illustrator/draw.ts';
import { flatten } from './illustrator/render.ts';
import type { Aspect, BikeSpec, ShotKind } from './illustrator/spec.ts';

/** The input of a drawing: small, and plain JSON. */
export interface Drawing {
  spec: BikeSpec;
  kind: ShotKind;
  aspect: Aspect;
  portrait?: true;
  /** Flips the picture horizontally. Not used where text is legible. */
  mirrored?: true;
  /** Shared by all photographs of a bike. */
  seed: string;
}

const largest: Record<Aspect, { width: number; height: number }> = {
  '3:2': { width: 2048, height: 1366 },
  '4:5': { width: 1640, height: 2050 },
  '1:1': { width: 1640, height: 1640 },
  '3:1': { width: 1920, height: 640 },
};

// A small picture hides its artefacts in a phone's pixel density; a large one shows them.
function qualityAt(width: number): number {
  if (width <= 320) return 66;
  if (width <= 640) return 64;
  return width <= 1280 ? 70 : 72;
}

/** The size in pixels of the largest rendition of a drawing. */
export const drawingSize = (drawing: Drawing): { width: number; height: number } => largest[drawing.aspect];

/**
 * Draws a photograph. Takes 60 ms at 320 px and 0.7 s at 2048 px on one core, so run it in a worker thread.
 * @param width in pixels, capped at the drawing's largest rendition
 * @returns WebP
 */
export async function drawPhoto(drawing: Drawing, width: number): Promise<Buffer> {
  const svg = drawBike(drawing.spec, drawing, drawing.seed);
  const raw = await flatten(svg, Math.min(width, drawingSize(drawing).width));
  return sharp(raw.data, { raw })
    .flop(drawing.mirrored === true)
    .webp({ quality: qualityAt(width), preset: 'picture', effort: width > 640 ? 3 : 5 })
    .toBuffer();
}
