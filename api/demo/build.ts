// The build of a member's bike: its row in the table of real bikes, and what was chosen where the row leaves a choice.
import type { drivetrains, handlebarTypes, rearGears } from '#contract/bike-options.ts';
import type { OwnedBike } from './bikes/rider.ts';
import type { Rng } from './illustrator/random.ts';
import type { BrakeType, RealBike } from './real/bike.ts';
import { realBikeOf } from './real/bikes.ts';
import { gearHubs } from './real/drives.ts';
import { type Groupset, groupsetOf } from './real/groups.ts';

type RearGear = (typeof rearGears)[number];
type Drivetrain = (typeof drivetrains)[number];
type Handlebar = (typeof handlebarTypes)[number];

export interface Build {
  real: RealBike;
  /** The model year; if the owner does not know it, the middle of the model's years. */
  era: number;
  /** Null for a bike without derailleurs. */
  group: Groupset | null;
  drivetrain: Drivetrain;
  rearGear: RearGear;
  chainrings: string;
  cassette: string;
  brake: BrakeType;
  /** Millimeters. */
  tireWidth: number;
  handlebar: Handlebar;
}

const usualBars: Record<RealBike['category'], readonly Handlebar[]> = {
  City: ['Swept-Back / Alt'],
  Commuter: ['Flat'],
  'Cross Country': ['Flat'],
  Cyclocross: ['Drop'],
  Downhill: ['Riser'],
  Enduro: ['Riser'],
  'Fat Tire': ['Flat', 'Riser'],
  Freeride: ['Riser'],
  Gravel: ['Flared Drop'],
  Handbike: ['Hand Cranks'],
  Hybrid: ['Flat'],
  Messenger: ['Bullhorn', 'Drop', 'Riser'],
  Recumbent: ['Above-Seat (recumbent)'],
  Road: ['Drop'],
  Touring: ['Drop'],
  Track: ['Drop'],
  Triathlon: ['Aero / TT'],
};

const wasSold = ({ years: [from, to] }: Groupset, year: number): boolean => from <= year && year <= to;

type Gearing = Pick<Build, 'group' | 'drivetrain' | 'rearGear' | 'chainrings' | 'cassette'>;

/** Single rings of mountain bikes are smaller than those of other bikes. */
function ringsFor(category: RealBike['category'], rings: readonly string[]): readonly string[] {
  const isMountain = ['Cross Country', 'Enduro', 'Downhill', 'Freeride', 'Fat Tire'].includes(category);
  const fitting = rings.filter((ring) => ring.includes('/') || Number(ring) <= 38 === isMountain);
  return fitting.length > 0 ? fitting : rings;
}

/** Millimeters of tires that are sold. */
const soldWidths = [
  20, 22, 23, 25, 26, 28, 30, 32, 35, 37, 38, 40, 42, 44, 45, 47, 50, 52, 54, 57, 58, 60, 61, 64, 66, 71, 76, 84, 94,
  98, 102, 107, 114, 117, 120, 122,
];

function gearingOf({ gears, motor, model, category }: RealBike, era: number, r: Rng): Gearing {
  const or = (drivetrain: Drivetrain): Drivetrain => (motor ? 'E-Bike' : drivetrain);
  if (gears.kind === 'single') {
    const { ring, cog, isFixed, isBelt } = gears;
    const drivetrain = isFixed ? 'Fixed Gear' : isBelt ? 'Belt Drive' : '1x';
    return {
      group: null,
      drivetrain: or(drivetrain),
      rearGear: 'Single-Speed',
      chainrings: `${ring}`,
      cassette: `${cog}`,
    };
  }
  if (gears.kind === 'hub') {
    const gear = gearHubs[gears.hub]?.gear;
    if (!gear) throw new Error(`no gear hub is called ${gears.hub}`);
    const drivetrain = gear.startsWith('Gearbox') ? 'Gearbox' : gears.isBelt ? 'Belt Drive' : '1x';
    return { group: null, drivetrain: or(drivetrain), rearGear: gear, chainrings: '', cassette: '' };
  }
  const groups = gears.groups.flatMap((name) => groupsetOf(name) ?? []).filter((one) => wasSold(one, era));
  if (groups.length === 0) throw new Error(`no groupset of ${model} was sold in ${era}`);
  const group = r.pick(groups);
  return {
    group,
    drivetrain: or(`${gears.front}x`),
    rearGear: `${group.speeds}-Speed` as RearGear,
    chainrings: r.pick(ringsFor(category, group.rings[gears.front] ?? [])),
    cassette: r.pick(group.cassettes),
  };
}

/** @throws {Error} if the table has no such bike of that year */
export function buildOf(owned: OwnedBike, r: Rng): Build {
  const real = realBikeOf(owned.brand, owned.model, owned.year);
  if (!real) throw new Error(`the table has no ${owned.year} ${owned.brand} ${owned.model}`);
  const era = owned.year ?? Math.round((real.years[0] + real.years[1]) / 2);
  const [narrowest, widest] = real.tires;
  const widths = soldWidths.filter((width) => narrowest <= width && width <= widest);
  return {
    real,
    era,
    ...gearingOf(real, era, r.fork('gears')),
    brake: owned.brakeType ?? r.pick(real.brakes),
    tireWidth: owned.tireWidthMm ?? r.pick(widths),
    handlebar: owned.handlebarType ?? r.pick(real.handlebars ?? usualBars[real.category]),
  };
}
