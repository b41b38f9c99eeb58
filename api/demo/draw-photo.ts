// The demo community's photographs, drawn at the first request.
import sharp, { type Sharp } from 'sharp';
import type { Grade } from './camera-work.ts';
import { drawBike } from './illustrator/draw.ts';
import { flatten } from './illustrator/render.ts';
import type { Aspect, BikeSpec, Camera, ShotKind } from './illustrator/spec.ts';

/** The input of a drawing: small, and plain JSON. */
export interface Drawing {
  spec: BikeSpec;
  kind: ShotKind;
  aspect: Aspect;
  portrait?: true;
  /** Flips the picture horizontally. Not used where text is legible. */
  mirrored?: true;
  camera?: Camera;
  grade?: Grade;
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

type Curve = readonly [red: number, green: number, blue: number];

/** Contrast and lift of each channel, and saturation. */
const curves: Record<Grade, { gain: Curve; lift: Curve; saturation: number }> = {
  warm: { gain: [1.04, 1, 0.92], lift: [4, 0, -2], saturation: 1.06 },
  cool: { gain: [0.93, 0.99, 1.04], lift: [-2, 0, 6], saturation: 0.94 },
  faded: { gain: [0.86, 0.85, 0.83], lift: [28, 26, 28], saturation: 0.8 },
  punchy: { gain: [1.16, 1.15, 1.14], lift: [-20, -19, -19], saturation: 1.2 },
  dim: { gain: [0.88, 0.88, 0.91], lift: [-2, -2, 0], saturation: 0.95 },
  bright: { gain: [1.04, 1.04, 1.03], lift: [10, 10, 10], saturation: 1 },
  mono: { gain: [1.06, 1.04, 1], lift: [-2, -4, -8], saturation: 0 },
};

/** Renders a drawing and grades its colors. */
export async function developPhoto({ grade, ...drawing }: Drawing, width: number): Promise<Sharp> {
  const raw = await flatten(drawBike(drawing.spec, drawing, drawing.seed), width);
  const picture = sharp(raw.data, { raw });
  if (!grade) return picture;
  const { gain, lift, saturation } = curves[grade];
  // Linear before modulate would be reordered by sharp, so saturation is a step of its own.
  const { data, info } = await picture.modulate({ saturation }).raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { ...info, channels: 3 } }).linear([...gain], [...lift]);
}

/**
 * Draws a photograph. Takes 60 ms at 320 px and 0.7 s at 2048 px on one core, so run it in a worker thread.
 * @param width in pixels, capped at the drawing's largest rendition
 * @returns WebP
 */
export async function drawPhoto(drawing: Drawing, width: number): Promise<Buffer> {
  const picture = await developPhoto(drawing, Math.min(width, drawingSize(drawing).width));
  return picture
    .flop(drawing.mirrored === true)
    .webp({ quality: qualityAt(width), preset: 'picture', effort: width > 640 ? 3 : 5 })
    .toBuffer();
}
