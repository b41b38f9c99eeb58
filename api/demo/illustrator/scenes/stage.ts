import type { Rng } from '../random.ts';
import type { Light } from './light.ts';

/** Within a scene's back: everything after it is near the bike and stays in focus. */
export const SPLIT = '\u0001';
/** Separates the layers of a finished SVG, so that the renderer can blur them. */
export const LAYER = '<!--layer-->';

export type Stage = { W: number; H: number; r: Rng; paint: string; ground: number };
export type Scene = {
  name: string;
  back: string;
  front: string;
  ground: number;
  light: Light;
  cast: 'floor' | 'wall' | 'soft';
  wallFoot?: number;
  reflect?: number;
  focus?: number; // blur of the far layer in canvas units; 1 = almost sharp
  /** Color of a repair stand that holds the bike above the floor. */
  stand?: string;
};
