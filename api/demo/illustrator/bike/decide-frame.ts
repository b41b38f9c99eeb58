import type { Rng } from '../random.ts';
import type { BikeSpec, Category } from '../spec.ts';
import type { Fitout } from './fitout.ts';

/** The traits that every later decision about a bike depends on. */
export interface Character {
  spec: BikeSpec;
  cat: Category;
  year: number;
  era: Fitout['era'];
  mtb: boolean;
  roadish: boolean;
  utility: boolean;
  mat: NonNullable<BikeSpec['material']>;
  full: boolean;
  build: Fitout['build'];
  style: Fitout['style'];
  brake: Fitout['brake'];
}

const MTB: readonly Category[] = ['Cross Country', 'Downhill', 'Enduro', 'Fat Tire', 'Freeride'];
const ROADISH: readonly Category[] = ['Road', 'Gravel', 'Cyclocross', 'Touring', 'Track', 'Triathlon'];
const UTILITY: readonly Category[] = ['City', 'Commuter', 'Hybrid'];

function buildOf(mat: string, era: Fitout['era'], roadish: boolean, r: Rng): Fitout['build'] {
  if (mat === 'Steel') {
    if (era === 'classic' || (era === 'nineties' && roadish)) return 'lugged';
    return roadish && r.chance(0.35) ? 'lugged' : 'slim';
  }
  if (mat === 'Titanium') return 'ti';
  if (mat === 'Carbon') return 'carbon';
  if (mat === 'Bamboo / Wood') return 'wood';
  return era === 'classic' ? 'slim' : 'alloy';
}

function styleOf(spec: BikeSpec, year: number, full: boolean, r: Rng): Fitout['style'] {
  const cat = spec.category;
  const bsd = spec.wheelBsd ?? (cat === 'Cross Country' && year < 2010 ? 559 : 622);
  if (cat === 'Triathlon' && year > 1998) return 'tri';
  if (full && cat !== 'Recumbent' && cat !== 'Handbike') return 'fullsus';
  if (bsd < 480) return 'mini';
  if (cat === 'City')
    return spec.handlebar === 'Cruiser' ? 'cruiser' : r.pick(['step', 'step', 'mixte', 'diamond'] as const);
  return cat === 'Commuter' && r.chance(0.2) ? 'mixte' : 'diamond';
}

function brakeOf(spec: BikeSpec, year: number, mtb: boolean): Fitout['brake'] {
  const usual = mtb
    ? year < 2000
      ? 'Rim: Cantilever'
      : 'Hydraulic Disc'
    : year < 2014
      ? 'Rim: Dual-Pivot / Caliper'
      : 'Hydraulic Disc';
  const brake = spec.brake ?? usual;
  if (brake.includes('Disc')) return 'disc';
  switch (brake) {
    case 'Rim: Center-Pull':
      return 'centerpull';
    case 'Rim: Cantilever':
      return 'canti';
    case 'Rim: V-Brake':
    case 'Rim: U-Brake':
    case 'Rim: Hydraulic':
      return 'vbrake';
    case 'Drum / Roller':
      return 'drum';
    case 'Coaster':
      return 'coaster';
    case 'Rod':
      return 'rod';
    case 'None (fixed)':
      return 'none';
    default:
      return 'caliper';
  }
}

/** The first decision: the others take their random numbers after it. */
export function characterOf(spec: BikeSpec, r: Rng): Character {
  const cat = spec.category;
  const year = spec.year ?? 2018;
  const era = year < 1988 ? 'classic' : year < 2004 ? 'nineties' : 'modern';
  const mtb = MTB.includes(cat);
  const roadish = ROADISH.includes(cat);
  const mat = spec.material ?? 'Aluminum';
  const full = spec.suspension === 'Full' || spec.suspension === 'Rear only';
  const build = buildOf(mat, era, roadish, r);
  const style = styleOf(spec, year, full, r);
  const brake = brakeOf(spec, year, mtb);
  return { spec, cat, year, era, mtb, roadish, utility: UTILITY.includes(cat), mat, full, build, style, brake };
}

/** The stated bar, or the usual one of such a bike. */
export const barOf = ({ spec, cat, mtb, utility }: Character): Fitout['bar'] =>
  spec.handlebar ?? (mtb ? 'Riser' : cat === 'Triathlon' ? 'Aero / TT' : utility ? 'Flat' : 'Drop');

export function forkOf({ spec, cat, roadish, utility, mat, full, build }: Character, r: Rng): Fitout['fork'] {
  if (['Front (Hardtail)', 'Softtail', 'Full'].includes(spec.suspension ?? ''))
    return cat === 'Downhill' || (cat === 'Freeride' && full && r.chance(0.5)) ? 'dual' : 'suspension';
  if (mat === 'Carbon' || (build === 'alloy' && roadish) || build === 'ti') return 'carbon';
  if (cat === 'Fat Tire' || cat === 'Cross Country') return 'unicrown';
  if (build === 'slim' && utility) return 'unicrown';
  return build === 'alloy' ? 'straight' : 'curved';
}

/** Suspension travel in millimeters, front and rear. */
export function travelOf({ cat, year, full }: Character, fork: Fitout['fork']): { front: number; rear: number } {
  const rear = cat === 'Downhill' ? 200 : cat === 'Cross Country' ? 110 : 155;
  if (cat === 'Downhill') return { front: 200, rear };
  if (fork === 'dual') return { front: 190, rear };
  if (cat === 'Enduro') return { front: 165, rear };
  if (cat === 'Freeride') return { front: full ? 170 : 110, rear };
  if (cat === 'Hybrid') return { front: 63, rear };
  return { front: year < 2000 ? 70 : 110, rear };
}
