// Chooses a scene that suits the bike.

import { toLch } from '../ink/oklch.ts';
import { basePaint } from '../ink/palette.ts';
import { itemAt } from '../item-at.ts';
import { type Rng, rng } from '../random.ts';
import type { BikeSpec, Category, Colour, SceneName } from '../spec.ts';
import { alley } from './alley.ts';
import { autumn } from './autumn.ts';
import { avenue } from './avenue.ts';
import { barn } from './barn.ts';
import { beach } from './beach.ts';
import { brick } from './brick.ts';
import { canal } from './canal.ts';
import { coast } from './coast.ts';
import { desert } from './desert.ts';
import { field } from './field.ts';
import { forest } from './forest.ts';
import { garage } from './garage.ts';
import { gravelHills } from './gravel-hills.ts';
import { hallway } from './hallway.ts';
import { lake } from './lake.ts';
import { mountains } from './mountains.ts';
import { mural } from './mural.ts';
import { night } from './night.ts';
import { pass } from './pass.ts';
import { plaster } from './plaster.ts';
import { quay } from './quay.ts';
import { rain } from './rain.ts';
import { snow } from './snow.ts';
import type { Scene, Stage } from './stage.ts';
import { stand } from './stand.ts';
import { station } from './station.ts';
import { street } from './street.ts';
import { studio } from './studio.ts';
import { tram } from './tram.ts';
import { underpass } from './underpass.ts';
import { velodrome } from './velodrome.ts';
import { vineyard } from './vineyard.ts';
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
  vineyard,
  tram,
  station,
  pass,
  hallway,
  stand,
  rain,
  alley,
  barn,
  lake,
  mural,
};
const CHOICE: Record<Category, SceneName[]> = {
  City: [
    'canal',
    'street',
    'plaster',
    'brick',
    'alley',
    'tram',
    'rain',
    'hallway',
    'quay',
    'beach',
    'autumn',
    'station',
  ],
  Commuter: ['station', 'tram', 'rain', 'street', 'brick', 'quay', 'underpass', 'night', 'garage', 'hallway', 'mural'],
  'Cross Country': ['forest', 'mountains', 'lake', 'gravelHills', 'desert', 'garage', 'autumn', 'stand', 'barn'],
  Cyclocross: ['field', 'barn', 'autumn', 'brick', 'stand', 'forest', 'vineyard', 'rain', 'workshop'],
  Downhill: ['forest', 'mountains', 'pass', 'desert', 'stand', 'garage', 'barn', 'mural'],
  Enduro: ['mountains', 'forest', 'desert', 'lake', 'pass', 'garage', 'autumn', 'barn', 'stand'],
  'Fat Tire': ['snow', 'snow', 'beach', 'lake', 'desert', 'forest', 'barn', 'mountains', 'garage'],
  Freeride: ['mural', 'desert', 'forest', 'underpass', 'brick', 'barn', 'garage', 'pass'],
  Gravel: [
    'gravelHills',
    'vineyard',
    'barn',
    'lake',
    'desert',
    'mountains',
    'forest',
    'pass',
    'autumn',
    'plaster',
    'stand',
  ],
  Handbike: ['coast', 'velodrome', 'avenue', 'studio', 'quay', 'autumn', 'garage', 'vineyard', 'lake', 'pass'],
  Hybrid: ['street', 'autumn', 'canal', 'garage', 'station', 'tram', 'barn', 'lake', 'quay', 'alley', 'mural'],
  Messenger: ['brick', 'night', 'rain', 'underpass', 'mural', 'tram', 'hallway', 'night', 'quay', 'stand', 'garage'],
  Recumbent: ['avenue', 'coast', 'gravelHills', 'vineyard', 'quay', 'lake', 'pass', 'barn', 'studio'],
  Road: [
    'coast',
    'pass',
    'vineyard',
    'alley',
    'plaster',
    'avenue',
    'hallway',
    'studio',
    'garage',
    'stand',
    'mountains',
    'workshop',
  ],
  Triathlon: ['beach', 'studio', 'coast', 'lake', 'garage', 'quay', 'pass', 'hallway', 'stand'],
  Touring: [
    'gravelHills',
    'beach',
    'vineyard',
    'pass',
    'lake',
    'station',
    'alley',
    'mountains',
    'desert',
    'avenue',
    'barn',
  ],
  Track: ['velodrome', 'studio', 'velodrome', 'brick', 'workshop', 'stand', 'mural', 'hallway', 'underpass', 'plaster'],
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
  'vineyard',
  'pass',
  'lake',
  'tram',
]);

const ROOMS: readonly SceneName[] = ['studio', 'garage', 'workshop', 'hallway', 'stand', 'station'];

/**
 * Returns the scene that the spec names, else one that suits the category.
 * @param staysPut a rider is shown in the named scene, too, unless nobody rides there
 */
export function chooseScene(spec: BikeSpec, stage: Stage, r: Rng, riding = false, staysPut = false): Scene {
  const open = CHOICE[spec.category].filter((k) => OUTSIDE.has(k));
  const isFixed = staysPut && spec.scene != null && !ROOMS.includes(spec.scene);
  if (riding && !isFixed) return SCENES[r.pick(open.length ? open : (['avenue'] as const))](stage);
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
  vineyard: ['Green', 'Brown'],
  rain: ['Black', 'Blue'],
  lake: ['Black'],
  stand: ['Black', 'Brown'],
  alley: ['Yellow / Gold', 'Orange', 'Brown'],
  pass: ['Green'],
};

/** Another place for the same bike, where its frame does not disappear. */
export function otherScene(spec: BikeSpec, r: Rng): SceneName {
  const clashes = (name: SceneName) => spec.colours[0] !== undefined && CLASH[name]?.includes(spec.colours[0]);
  const open = CHOICE[spec.category].filter((name) => name !== spec.scene && name !== 'stand' && !clashes(name));
  return r.pick(open);
}

/** Whether a place is in the open air. */
export const isOutside = (name: SceneName): boolean => OUTSIDE.has(name);

/**
 * Chooses a scene for each bike of a list, so that neighbors differ, scenes are used evenly and no frame disappears in
 * its background.
 */
export function spreadScenes(bikes: readonly { spec: BikeSpec; seed: string }[], r: Rng): SceneName[] {
  const used = new Map<SceneName, number>();
  const out: SceneName[] = [];
  for (const { spec, seed } of bikes) {
    const recent = out.slice(-9);
    const want = CHOICE[spec.category];
    const dark = toLch(basePaint(spec, rng(seed).fork('paint'))[0]).l < 0.6;
    const cost = (name: SceneName): number =>
      (used.get(name) ?? 0) -
      want.filter((k) => k === name).length * 0.9 +
      (recent.includes(name) ? 6 + recent.lastIndexOf(name) * 0.6 : 0) +
      (spec.colours[0] && CLASH[name]?.includes(spec.colours[0]) ? 5 : 0) +
      ((name === 'night' || name === 'rain') && dark ? 20 : 0) +
      r() * 1.2;
    const ranked = [...new Set(want)].map((name) => ({ name, cost: cost(name) })).sort((a, b) => a.cost - b.cost);
    const name = spec.scene ?? itemAt(ranked, 0).name;
    used.set(name, (used.get(name) ?? 0) + 1);
    out.push(name);
  }
  return out;
}
