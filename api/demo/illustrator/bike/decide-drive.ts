import type { Category } from '../spec.ts';
import type { Character } from './decide-frame.ts';
import type { Fitout } from './fitout.ts';

const BIG_RING: Record<Category, number> = {
  City: 42,
  Commuter: 42,
  Hybrid: 42,
  'Cross Country': 32,
  Enduro: 32,
  'Fat Tire': 32,
  Freeride: 32,
  Downhill: 36,
  Gravel: 42,
  Cyclocross: 42,
  Track: 49,
  Triathlon: 54,
  Touring: 44,
  Messenger: 46,
  Road: 50,
  Handbike: 50,
  Recumbent: 50,
};

type Drive = Fitout['drive'];

function kindOf({ spec }: Character): Drive['kind'] {
  if (spec.drivetrain === 'Gearbox' || spec.rearGear.startsWith('Gearbox')) return 'gearbox';
  if (spec.drivetrain === 'Belt Drive') return 'belt';
  if (spec.drivetrain === 'Shaft Drive') return 'shaft';
  if (spec.rearGear.startsWith('Internal')) return 'hub';
  return spec.rearGear === 'Single-Speed' ? 'single' : 'derailleur';
}

function ringsOf({ spec, cat, year, mtb }: Character, speeds: number): Drive['rings'] {
  const big = BIG_RING[cat];
  if (spec.drivetrain === '3x') return mtb ? [42, 32, 22] : [48, 38, 28];
  if (spec.drivetrain === '2x') {
    if (mtb) return [36, 24];
    if (cat === 'Gravel') return [46, 30];
    return cat === 'Road' && year < 2003 ? [52, 42] : [big, big - 16];
  }
  return [mtb && speeds < 12 && speeds > 7 ? 34 : big];
}

function largestCog({ spec, cat, year, mtb }: Character, speeds: number): number {
  if (cat === 'Downhill') return 25;
  if (mtb) return speeds >= 12 ? 51 : speeds >= 11 ? 42 : year > 2004 ? 36 : 32;
  if (spec.drivetrain === '1x' && speeds >= 11) return 42;
  if (cat === 'Touring') return 34;
  return year < 1990 ? 24 : year < 2012 ? 27 : 32;
}

/** Takes nothing from the seed, because the gears are stated facts. */
export function driveOf(character: Character): Drive {
  const { spec, cat, year } = character;
  const speeds = parseInt(spec.rearGear, 10) || 9;
  const kind = kindOf(character);
  const single = cat === 'Track' ? 14 : cat === 'Messenger' ? 17 : kind === 'belt' ? 22 : 18;
  const smallest = speeds >= 12 ? 10 : 11 + (year < 1995 ? 2 : 0);
  return {
    kind,
    rings: ringsOf(character, speeds),
    cog: kind === 'derailleur' ? [smallest, largestCog(character, speeds), Math.min(13, speeds)] : [single, 0, 1],
    fixed: spec.drivetrain === 'Fixed Gear',
  };
}

export function motorOf({ spec }: Character): Fitout['motor'] {
  if (spec.drivetrain !== 'E-Bike') return 'none';
  return spec.motor === 'Rear hub' ? 'rear' : spec.motor === 'Front hub' ? 'front' : 'mid';
}
