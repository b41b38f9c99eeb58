// How the members photograph: most hold the camera straight, some step back, come close, tilt it or shoot into the sun.

import type { Rng } from './illustrator/random.ts';
import { isOutside } from './illustrator/scenes/choose.ts';
import type { Camera, Prop, SceneName, ShotKind, Veil } from './illustrator/spec.ts';

/** How a photograph was developed. */
export type Grade = 'warm' | 'cool' | 'faded' | 'punchy' | 'dim' | 'bright' | 'mono';

const grades: readonly (Grade | null)[] = [null, null, null, null, 'warm', 'cool', 'faded', 'punchy', 'dim', 'bright'];

/** @param isOld old bikes are sometimes photographed in black and white */
export function gradeOf(isOld: boolean, scene: SceneName, r: Rng): Grade | null {
  if (isOld && r.chance(0.12)) return 'mono';
  const grade = r.pick(grades);
  return grade === 'dim' && !isOutside(scene) ? 'warm' : grade;
}

const green: readonly SceneName[] = [
  'forest',
  'field',
  'gravelHills',
  'vineyard',
  'lake',
  'beach',
  'barn',
  'mountains',
];
const rooms: readonly SceneName[] = ['hallway', 'garage', 'workshop', 'stand', 'studio'];
const bare: readonly SceneName[] = ['studio', 'velodrome', 'stand', 'night', 'rain'];

function veilOf(scene: SceneName, r: Rng): Veil | null {
  if (scene === 'snow') return r.chance(0.4) ? 'snowfall' : null;
  if (green.includes(scene) && r.chance(0.28)) return r.pick(['grass', 'grass', 'leaves']);
  if ((scene === 'lake' || scene === 'pass' || scene === 'mountains') && r.chance(0.2)) return 'fog';
  if (isOutside(scene) && r.chance(0.14)) return 'flare';
  return null;
}

function propOf(scene: SceneName, r: Rng): Prop | null {
  if (bare.includes(scene) || r.chance(0.66)) return null;
  if (scene === 'hallway') return r.pick(['cat', 'helmet', 'backpack']);
  if (rooms.includes(scene)) return r.pick(['pump', 'crate', 'pump', 'helmet']);
  if (isOutside(scene) && green.includes(scene)) return r.pick(['backpack', 'dog', 'rock', 'helmet']);
  return r.pick(['backpack', 'dog', 'crate', 'helmet']);
}

const either = (r: Rng): 1 | -1 => (r.chance(0.5) ? 1 : -1);

/** @param isCover a cover keeps the bike whole enough to be recognized */
export function cameraFor(kind: ShotKind, scene: SceneName, isCover: boolean, r: Rng): Camera {
  const plain: Camera = { roll: r.range(-0.5, 0.5), zoom: 1, x: 0, y: 0, aside: 0, turn: 0, veil: null, prop: null };
  const isEnd = kind === 'Front' || kind === 'Rear';
  const straight = { ...plain, veil: veilOf(scene, r.fork('veil')) };
  if (isEnd) return { ...straight, roll: r.range(-2.4, 2.4) };
  const prop = kind === 'In use' ? null : propOf(scene, r.fork('prop'));
  if (prop) return { ...straight, prop, zoom: r.range(0.74, 0.86), aside: either(r) * r.range(0.06, 0.1) };
  const manner = r();
  if (manner < 0.2) return straight;
  if (manner < 0.46 && !rooms.includes(scene)) {
    const zoom = r.range(0.66, 0.86);
    return { ...straight, zoom, aside: either(r) * (1 - zoom) * r.range(0.15, 0.42) };
  }
  if (manner < 0.7 && kind !== 'In use') {
    const zoom = isCover ? r.range(1.1, 1.3) : r.range(1.2, 1.6);
    const slack = (zoom - 1) / 2;
    return { ...straight, zoom, x: either(r) * slack * r.range(0.5, 0.95), y: -slack * r.range(0, 0.5) };
  }
  if (manner < 0.85) return { ...straight, roll: either(r) * r.range(1.6, isCover ? 4 : 6), zoom: 0.94 };
  return { ...straight, turn: either(r) * r.range(0.55, 1) };
}
