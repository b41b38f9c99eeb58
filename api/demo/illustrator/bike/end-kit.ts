import type { BikeColours } from '../ink/palette.ts';
import { type Pen, type Pt, pt } from '../ink/pen.ts';
import type { Fitout } from './fitout.ts';
import type { Geometry } from './geometry.ts';

/** A bike seen from one end: the drawing tools, and `up`, a point's height above the ground in millimeters. */
export type View = { pen: Pen; c: BikeColours; f: Fitout; g: Geometry; R: number; w: number; up: (p: Pt) => number };
export const P = (x: number, h: number): Pt => pt(x, -h);
export const both = (fn: (s: 1 | -1) => void): void => {
  fn(-1);
  fn(1);
};
