// The components of the sample bikes, derived from category and age.
import { readFileSync } from 'node:fs';
import { frameSizeLetters } from '#contract/bike-options.ts';
import { frontTravels, rearTravels } from '#contract/bike-rules.ts';
import type { FrameSize, Motor } from '#contract/bike-values.ts';
import type { PublishedBike } from '#contract/bike-whole.ts';
import { type Component, type ComponentSlot, componentSlots } from '#contract/components.ts';
import { classicParts } from './classic-parts.ts';
import type { BikeFacts } from './facts.ts';
import { seededId } from './ids.ts';
import type { Rng } from './illustrator/random.ts';
import { tellOf } from './told.ts';

type Facts = Pick<PublishedBike, 'category' | 'drivetrain' | 'rearGear' | 'suspension' | 'frameMaterial'>;
type Told = Partial<BikeFacts>;
type Pool = Partial<Record<ComponentSlot, readonly string[]>>;

const pools: Record<string, Pool> = JSON.parse(
  readFileSync(new URL('./component-pools.json', import.meta.url), 'utf8'),
);
const poolOf: Record<PublishedBike['category'], string> = {
  City: 'city',
  Commuter: 'city',
  'Cross Country': 'xc',
  Cyclocross: 'gravel',
  Downhill: 'dh',
  Enduro: 'enduro',
  'Fat Tire': 'fat',
  Freeride: 'dh',
  Gravel: 'gravel',
  Handbike: 'handbike',
  Hybrid: 'city',
  Messenger: 'track',
  Recumbent: 'recumbent',
  Road: 'road',
  Triathlon: 'tri',
  Touring: 'touring',
  Track: 'track',
};
const travels: Partial<Record<PublishedBike['category'], readonly [number, number]>> = {
  'Cross Country': [80, 120],
  Downhill: [180, 210],
  Enduro: [130, 180],
  'Fat Tire': [100, 120],
  Freeride: [100, 200],
};
const ofMountains = ['Cross Country', 'Downhill', 'Enduro', 'Fat Tire', 'Freeride'];

const began = Date.UTC(2024, 0, 1);
/** Bikes before this year get few parts from the pools, because parts have changed too much. */
const modern = 2008;
const mostParts = 14;
/** A pool with this few slots is used in full. */
const fewSlots = 8;

/** Leaves out slots that contradict how the bike is geared and stopped; its spec sheet has those. */
function slotsOf(pool: Pool, { rearGear }: Facts, era: number): ComponentSlot[] {
  const geared = rearGear !== 'Single-Speed' && !rearGear.startsWith('Internal') && !rearGear.startsWith('Gearbox');
  return componentSlots.filter((slot) => {
    if (!pool[slot] || slot === 'Brakes') return false;
    if (slot === 'Groupset' && (!geared || era < modern + 8)) return false;
    if (slot === 'Cassette / Cog' && geared) return false;
    return era >= modern || ['Saddle', 'Pedals', 'Grips / Tape', 'Fenders', 'Bags', 'Basket'].includes(slot);
  });
}

function componentsOf(facts: Facts, era: number, r: Rng): Component[] {
  const motor: Pool = facts.drivetrain === 'E-Bike' ? (pools.ebike ?? {}) : {};
  const pool: Pool = { ...pools[poolOf[facts.category]], ...motor };
  const slots = slotsOf(pool, facts, era);
  const told = slots.flatMap((slot): [ComponentSlot, string][] => {
    const text = r.pick(pool[slot] ?? []);
    if (slot === 'Front tire')
      return [
        [slot, text],
        ['Rear tire', text],
      ];
    return r.chance(0.9) || slots.length < fewSlots || slot in motor ? [[slot, text]] : [];
  });
  const plain = { position: null, brand: '', note: '', weightG: null };
  const classic = era < modern ? classicParts(facts, era, r.fork('classic')) : [];
  return [...told, ...classic]
    .toSorted(([a], [b]) => Number(b in motor) - Number(a in motor))
    .slice(0, mostParts)
    .toSorted(([a], [b]) => componentSlots.indexOf(a) - componentSlots.indexOf(b))
    .map(([slot, text]) => ({ id: seededId(began, r), slot, text, ...plain, isStock: r.chance(0.3) }));
}

const numberIn = (text: string, unit: string): number | null =>
  Number(new RegExp(`(\\d+) ${unit}\\b`).exec(text)?.[1]) || null;

function motorOf(components: readonly Component[]): Motor {
  const textOf = (slot: ComponentSlot) => components.find((one) => one.slot === slot)?.text ?? '';
  const [motor, battery] = [textOf('Motor'), textOf('Battery')];
  const [maker = '', ...model] = motor.replace(/ \d+ (?:Nm|W)$/, '').split(' ');
  return {
    motorBrand: maker,
    motorModel: model.join(' '),
    motorPosition: null,
    assistClass: 'EU pedelec (25 km/h)',
    motorW: 250,
    torqueNm: numberIn(motor, 'Nm'),
    batteryWh: numberIn(battery, 'Wh'),
    rangeKm: null,
  };
}

const sizeOf = ({ category }: Facts, r: Rng): FrameSize | null => {
  if (category === 'Recumbent' || category === 'Handbike') return null;
  if (ofMountains.includes(category)) return { kind: 'letter', letter: r.pick(frameSizeLetters.slice(2, 8)) };
  return { kind: 'cm', value: r.int(50, 60) };
};

/** Chooses the components that an owner lists beyond the maker's. @param era the model year of the bike */
export function tellMore(facts: Facts, era: number, r: Rng): Told {
  const components = componentsOf(facts, era, r);
  const [least, most] = travels[facts.category] ?? [60, 120];
  const travel = () => r.int(least / 10, most / 10) * 10;
  return {
    components,
    frameSize: r.chance(0.8) ? sizeOf(facts, r) : null,
    eBike: facts.drivetrain === 'E-Bike' ? motorOf(components) : null,
    travelFrontMm: frontTravels(facts.suspension) ? travel() : null,
    travelRearMm: rearTravels(facts.suspension) ? travel() : null,
    tubeless:
      era >= 2016 && ['Gravel', 'Enduro', 'Cross Country', 'Downhill'].includes(facts.category) && r.chance(0.7),
    dropperPost: era >= 2015 && facts.category === 'Enduro',
    dynamo: ['City', 'Commuter', 'Touring'].includes(facts.category) && r.chance(0.5),
    beltDrive: facts.drivetrain === 'Belt Drive',
    buildState: r.pick(['Stock', 'Modified', 'Modified', 'Custom Build'] as const),
    acquiredYear: r.chance(0.5) ? Math.min(Math.max(era, 1990) + r.int(0, 4), 2025) : null,
    ...tellOf(facts, era, r.fork('more')),
  };
}
