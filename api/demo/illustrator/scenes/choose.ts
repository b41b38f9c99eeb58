// Chooses a scene that suits the bike.

import { toLch } from '../ink/oklch.ts';
import { basePaint } from '../ink/palette.ts';
import { itemAt } from '../item-at.ts';
import { type Rng, rng } from '../random.ts';
import type { BikeSpec, Category, Colour, SceneName } from '../spec.ts';
import { autumn } from './autumn.ts';
import { avenue } from './avenue.ts';
import { beach } from './beach.ts';
import { brick } from './brick.ts';
import { canal } from './canal.ts';
import { coast } from './coast.ts';
import { desert } from './desert.ts';
import { field } from './field.ts';
import { forest } from './forest.ts';
import { garage } from './garage.ts';
import { gravelHills } from './gravel-hills.ts';
import { mountains } from './mountains.ts';
import { night } from './night.ts';
import { plaster } from './plaster.ts';
import { quay } from './quay.ts';
import { snow } from './snow.ts';
import type { Scene, Stage } from './stage.ts';
import { street } from './street.ts';
import { studio } from './studio.ts';
import { underpass } from './underpass.ts';
import { velodrome } from './velodrome.ts';
import { workshop } from './workshop.ts';

const SCENES: Record<SceneName, (s: Stage) => Scene> = {
  studio,
  plaster,
  brick,
  garage,
  workshop,
  velodrome,
  underpass,
  gravelHills,
  mountains,
  forest,
  desert,
  beach,
  snow,
  autumn,
  coast,
  avenue,
  field,
  canal,
  street,
  night,
  quay,
};
const CHOICE: Record<Category, SceneName[]> = {
  City: ['canal', 'street', 'plaster', 'brick', 'autumn', 'canal', 'quay', 'studio', 'beach'],
  Commuter: ['street', 'brick', 'quay', 'underpass', 'night', 'garage', 'canal', 'studio', 'plaster'],
  'Cross Country': ['forest', 'mountains', 'gravelHills', 'desert', 'garage', 'autumn', 'studio', 'brick'],
  Cyclocross: ['field', 'field', 'autumn', 'brick', 'gravelHills', 'studio', 'workshop'],
  Downhill: ['forest', 'mountains', 'forest', 'desert', 'workshop', 'garage', 'underpass'],
  Enduro: ['mountains', 'forest', 'desert', 'forest', 'garage', 'autumn', 'mountains'],
  'Fat Tire': ['snow', 'snow', 'beach', 'desert', 'forest', 'snow', 'mountains'],
  Freeride: ['desert', 'forest', 'underpass', 'brick', 'desert', 'mountains'],
  Gravel: [
    'gravelHills',
    'gravelHills',
    'desert',
    'mountains',
    'forest',
    'plaster',
    'studio',
    'autumn',
    'avenue',
    'brick',
  ],
  Handbike: ['coast', 'velodrome', 'avenue', 'studio', 'quay', 'autumn', 'garage'],
  Hybrid: ['street', 'autumn', 'canal', 'garage', 'gravelHills', 'brick', 'quay'],
  Messenger: ['brick', 'night', 'plaster', 'underpass', 'street', 'night', 'quay', 'studio', 'garage'],
  Recumbent: ['avenue', 'coast', 'gravelHills', 'quay', 'autumn', 'studio'],
  Road: ['coast', 'studio', 'plaster', 'avenue', 'brick', 'studio', 'garage', 'gravelHills', 'mountains', 'workshop'],
  Triathlon: ['beach', 'studio', 'coast', 'garage', 'quay', 'studio'],
  Touring: ['gravelHills', 'beach', 'canal', 'mountains', 'plaster', 'desert', 'avenue', 'coast', 'autumn'],
  Track: ['velodrome', 'studio', 'velodrome', 'brick', 'workshop', 'underpass', 'plaster'],
};

const OUTSIDE = new Set<SceneName>([
  'gravelHills',
  'mountains',
  'forest',
  'desert',
  'beach',
  'snow',
  'autumn',
  'coast',
  'avenue',
  'field',
  'canal',
  'quay',
  'velodrome',
]);

/** Returns the scene that the spec names, else one that suits the category. */
export function chooseScene(spec: BikeSpec, stage: Stage, r: Rng, riding = false): Scene {
  const open = CHOICE[spec.category].filter((k) => OUTSIDE.has(k));
  if (riding) return SCENES[r.pick(open.length ? open : (['avenue'] as const))](stage);
  let name = spec.scene ?? r.pick(CHOICE[spec.category]);
  if (name === 'night' && toLch(stage.paint).l < 0.6) name = 'street'; // a dark bike is lost at night
  return SCENES[name](stage);
}

// A frame disappears in a background of its own color.
const CLASH: Partial<Record<SceneName, readonly Colour[]>> = {
  forest: ['Green', 'Brown', 'Black'],
  field: ['Green', 'Brown'],
  gravelHills: ['Green'],
  avenue: ['Green'],
  autumn: ['Orange', 'Yellow / Gold', 'Brown'],
  desert: ['Orange', 'Red', 'Brown', 'Pink'],
  brick: ['Red', 'Brown'],
  beach: ['Silver / Gray / Raw'],
  coast: ['Blue', 'Teal'],
  snow: ['White', 'Silver / Gray / Raw'],
  quay: ['Silver / Gray / Raw', 'Teal'],
  mountains: ['Brown', 'Black', 'Silver / Gray / Raw'],
  underpass: ['Silver / Gray / Raw', 'Black', 'Brown'],
  workshop: ['Black', 'Brown'],
};

/**
 * Chooses a scene for each bike of a list, so that neighbors differ, scenes are used evenly and no frame disappears in
 * its background.
 */
export function spreadScenes(bikes: readonly { spec: BikeSpec; seed: string }[], r: Rng): SceneName[] {
  const used = new Map<SceneName, number>();
  const out: SceneName[] = [];
  for (const { spec, seed } of bikes) {
    const recent = out.slice(-7);
    const want = CHOICE[spec.category];
    const dark = toLch(basePaint(spec, rng(seed).fork('paint'))[0]).l < 0.6;
    const cost = (name: SceneName): number =>
      (used.get(name) ?? 0) -
      want.filter((k) => k === name).length * 0.9 +
      (recent.includes(name) ? 6 + recent.lastIndexOf(name) * 0.6 : 0) +
      (spec.colours[0] && CLASH[name]?.includes(spec.colours[0]) ? 5 : 0) +
      (name === 'night' && dark ? 20 : 0) +
      r() * 1.2;
    const ranked = [...new Set(want)].map((name) => ({ name, cost: cost(name) })).sort((a, b) => a.cost - b.cost);
    const name = spec.scene ?? itemAt(ranked, 0).name;
    used.set(name, (used.get(name) ?? 0) + 1);
    out.push(name);
  }
  return out;
}
