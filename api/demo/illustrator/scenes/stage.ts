import type { Rng } from '../random.ts';
import type { Light } from './light.ts';

/** In a scene's back: what follows stands near the bike and stays in focus. */
export const SPLIT = '\u0001';
/** Between the layers of a finished SVG, so that the renderer can give depth of field. */
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
};
