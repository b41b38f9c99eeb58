import { lch } from '../ink/oklch.ts';
import type { Scene, Stage } from './stage.ts';
import { workshop } from './workshop.ts';

/** The workshop with the bike in a repair stand. */
export function stand(s: Stage): Scene {
  const scene = workshop(s);
  return { ...scene, name: 'stand', stand: lch(0.34, 0.02, 250) };
}
