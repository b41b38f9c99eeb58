// The demo community's photographs, drawn when somebody first asks for them.
import sharp from 'sharp';
import { drawBike } from './illustrator/draw.ts';
import { flatten } from './illustrator/render.ts';
import type { Aspect, BikeSpec, ShotKind } from './illustrator/spec.ts';

/** All that a photograph is drawn from: small, and plain JSON. */
export interface Drawing {
  spec: BikeSpec;
  kind: ShotKind;
  aspect: Aspect;
  portrait?: true;
  /** The other way round: not where anything can be read. */
  mirrored?: true;
  /** One for all photographs of a bike. */
  seed: string;
}

const largest: Record<Aspect, { width: number; height: number }> = {
  '3:2': { width: 2048, height: 1366 },
  '4:5': { width: 1640, height: 2050 },
  '1:1': { width: 1640, height: 1640 },
  '3:1': { width: 1920, height: 640 },
};

// A small picture shows no artefacts that a phone's density does not hide; a large one has room to show them.
function qualityAt(width: number): number {
  if (width <= 320) return 66;
  if (width <= 640) return 64;
  return width <= 1280 ? 70 : 72;
}

/** The size in pixels of the largest rendition of a drawing. */
export const drawingSize = (drawing: Drawing): { width: number; height: number } => largest[drawing.aspect];

/**
 * Draws a photograph. It takes 60 ms at 320 and 0.7 s at 2048 of one core: run it in a worker thread.
 * @param width in pixels; a drawing that is smaller than it is drawn at its own largest
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
