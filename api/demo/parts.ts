// The parts of the sample bikes, from the table of real bikes.
import type { Motor } from '#contract/bike-values.ts';
import { type Component, type ComponentSlot, componentSlots } from '#contract/components.ts';
import type { Build } from './build.ts';
import { seededId } from './ids.ts';
import type { Rng } from './illustrator/random.ts';
import { motors } from './real/drives.ts';
import { brakeSets, fromYear, kindOf, partsByKind, tires, tiresOf } from './real/finish.ts';

type Part = readonly [slot: ComponentSlot, text: string];

const began = Date.UTC(2024, 0, 1);
const maxParts = 14;
/** Bikes of earlier years have derailleurs, but no groupset. */
const firstGroupset = 1983;

function gearParts({ real, era, group, cassette }: Build): Part[] {
  const { gears } = real;
  if (gears.kind === 'hub') {
    const isGearbox = gears.hub.startsWith('Pinion');
    const belt: Part[] = gears.isBelt ? [['Chain / Belt', 'Gates Carbon Drive']] : [];
    return [['Hub gear / Gearbox', isGearbox ? gears.hub : `${gears.hub} hub`], ...belt];
  }
  if (gears.kind === 'single') {
    const belt: Part[] = gears.isBelt ? [['Chain / Belt', 'Gates Carbon Drive']] : [];
    return [['Cassette / Cog', `${gears.cog} teeth`], ...belt];
  }
  const name = group?.name ?? '';
  if (era >= firstGroupset) {
    return [
      ['Groupset', name],
      ['Cassette / Cog', cassette],
    ];
  }
  return [
    ['Front derailleur', name],
    ['Rear derailleur', name],
    ['Cassette / Cog', `${cassette}, screwed on`],
  ];
}

function springParts({ travel: [front, rear], fork, shock }: Build['real']): Part[] {
  const parts: Part[] = [];
  if (fork) parts.push(['Fork', front ? `${fork}, ${front} mm` : fork]);
  if (shock) parts.push(['Rear shock', rear ? `${shock}, ${rear} mm of travel` : shock]);
  return parts;
}

function motorParts({ motor }: Build['real']): Part[] {
  if (!motor) return [];
  const [name, battery] = motor;
  const drive = motors[name];
  if (!drive) return [];
  return [
    ['Motor', `${drive.maker} ${drive.model}`],
    ['Battery', `${battery}, ${drive.batteries[battery]} Wh`],
    ['Display / Remote', drive.display],
  ];
}

/** The motor from the bike's fields. */
export function motorOf({ motor }: Build['real']): Motor | null {
  const [name = '', battery = ''] = motor ?? [];
  const drive = motors[name];
  if (!drive) return null;
  return {
    motorBrand: drive.maker,
    motorModel: drive.model,
    motorPosition: drive.position,
    assistClass: drive.assist,
    motorW: drive.watts,
    torqueNm: drive.torqueNm,
    batteryWh: drive.batteries[battery] ?? null,
    rangeKm: null,
  };
}

const inInches = ['trail', 'gravity', 'bmx', 'fat'];

function tireParts({ real, era, tireWidth, handlebar }: Build, r: Rng): Part[] {
  const kind = kindOf(real.category, handlebar);
  const names = tiresOf(tires[kind], era, tireWidth);
  if (names.length === 0) return [];
  const inches = Math.round(tireWidth / 1.27) / 20;
  const text = `${r.pick(names)}, ${inInches.includes(kind) ? `${inches} in` : `${tireWidth} mm`}`;
  return [
    ['Front tire', text],
    ['Rear tire', text],
  ];
}

function brakeParts({ real, era, brake, handlebar }: Build, r: Rng): Part[] {
  // Drum brakes are part of the hubs.
  if (brake === 'Drum / Roller' && real.gears.kind === 'hub' && real.gears.hub.startsWith('Sturmey')) {
    return [['Brakes', 'Sturmey-Archer drums']];
  }
  const sets = brakeSets[brake];
  const names = fromYear(sets?.[kindOf(real.category, handlebar)] ?? sets?.any ?? [], era);
  return names.length > 0 ? [['Brakes', r.pick(names)]] : [];
}

/** Slots of which an e-bike has the maker's own. */
const ownOnEBikes: readonly ComponentSlot[] = ['Wheelset', 'Stem', 'Handlebar'];
/** Bars other than the usual ones of their category are left to the field of their own. */
const usualBars = ['Drop', 'Flared Drop', 'Flat', 'Riser', 'Aero / TT', 'Swept-Back / Alt'];

const everyday: readonly ComponentSlot[] = ['Basket', 'Rear rack', 'Fenders', 'Lights / Dynamo'];

/** Slots that the bike has no place for. */
function isExcluded(slot: ComponentSlot, { real, handlebar, era }: Build): boolean {
  if (real.brand === 'brompton' && [...everyday, 'Seatpost', 'Wheelset', 'Handlebar', 'Stem'].includes(slot))
    return true;
  if (real.brand === 'Other' && [...everyday, 'Seatpost', 'Wheelset'].includes(slot)) return true;
  if (slot === 'Basket' && (real.category !== 'City' || real.motor !== undefined)) return true;
  if (slot === 'Front rack' && era < 1990) return true;
  if (slot === 'Wheelset') return real.category === 'Handbike' && real.wheelSize !== '26"';
  if (slot !== 'Handlebar' && slot !== 'Stem' && slot !== 'Grips / Tape') return false;
  const isDrop = /Drop/.test(handlebar);
  const wantsDrop = ['Road', 'Gravel', 'Cyclocross', 'Touring', 'Track'].includes(real.category);
  return !usualBars.includes(handlebar) || isDrop !== wantsDrop;
}

/** The parts of a bike that its owner lists: what the table knows, then what was usual in its year. */
export function componentsOf(build: Build, r: Rng): Component[] {
  const { real, era } = build;
  const known = [
    ...motorParts(real),
    ...gearParts(build),
    ...springParts(real),
    ...brakeParts(build, r.fork('brakes')),
    ...tireParts(build, r.fork('tires')),
  ];
  const skipped = real.motor ? ownOnEBikes : [];
  const taken = new Set(known.map(([slot]) => slot));
  const usual = Object.entries(partsByKind[kindOf(real.category, build.handlebar)]).flatMap(([key, list]): Part[] => {
    const slot = key as ComponentSlot;
    const names = fromYear(list, era);
    if (names.length === 0 || taken.has(slot) || skipped.includes(slot) || isExcluded(slot, build)) return [];
    return [[slot, r.pick(names)]];
  });
  const chosen = [...known, ...usual].slice(0, maxParts);
  const plain = { position: null, brand: '', note: '', weightG: null };
  return chosen
    .toSorted(([a], [b]) => componentSlots.indexOf(a) - componentSlots.indexOf(b))
    .map(([slot, text]) => ({ id: seededId(began, r), slot, text, ...plain, isStock: r.chance(0.3) }));
}
