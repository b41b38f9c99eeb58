// Rules for a sample bike: each names a fault that a cyclist would notice.
import type { BikeFields } from '../describe-bike.ts';
import type { RealBike } from '../real/bike.ts';
import { realBikeOf } from '../real/bikes.ts';
import { type Drive, gearHubs, motors } from '../real/drives.ts';
import { type Groupset, groupsetOf } from '../real/groups.ts';

/** The fields that are checked, and what was said under the bike. */
export interface Seen extends BikeFields {
  comments: readonly string[];
}

type Rule = (bike: Seen, real: RealBike) => string | false;

const partOf = ({ components }: Seen, slot: string): string =>
  components.find((component) => component.slot === slot)?.text ?? '';
const isWithin = (value: number, [min, max]: readonly [number, number]): boolean => min <= value && value <= max;
const groupOf = (bike: Seen): Groupset | undefined =>
  groupsetOf(partOf(bike, 'Groupset') || partOf(bike, 'Rear derailleur'));
const hasDerailleurs = ({ rearGear }: Seen): boolean => /^\d+-Speed$/.test(rearGear);
const driveOf = ({ eBike }: Seen): Drive | undefined =>
  Object.values(motors).find((drive) => drive?.maker === eBike?.motorBrand && drive?.model === eBike?.motorModel);
/** The model year, or the years in which it may have been built. */
const yearsOf = ({ year }: Seen, real: RealBike): readonly [number, number] => (year ? [year, year] : real.years);
const overlap = (a: readonly [number, number], b: readonly [number, number]): boolean => a[0] <= b[1] && b[0] <= a[1];

/** Rings of the chainrings field: "48/36/26" has three. */
const ringCount = (chainrings: string): number => chainrings.split('/').length;

/** Beads and widths in millimeters of tires that can be bought. */
const tireWidths: Partial<Record<string, readonly [number, number]>> = {
  '16" (349)': [32, 40],
  '18"': [32, 47],
  '20" (406)': [28, 100],
  '20" (451)': [28, 37],
  '26"': [23, 127],
  '650C': [20, 28],
  '26" (590)': [35, 38],
  '27.5" / 650B': [38, 114],
  '27"': [22, 32],
  '700C': [18, 62],
  '29"': [45, 80],
  '28" (635)': [37, 44],
};

const rules: Record<string, Rule> = {
  'the model has the fields of the table': (bike, real) =>
    (bike.category !== real.category && bike.category) ||
    (bike.frameMaterial !== real.frameMaterial && `${bike.frameMaterial}`) ||
    (bike.wheelSize !== real.wheelSize && `${bike.wheelSize}`) ||
    (bike.suspension !== real.suspension && `${bike.suspension}`),
  'the model was sold that year': ({ year }, { years }) => year !== null && !isWithin(year, years) && `${year}`,
  'the tires fit frame and rims': ({ tireWidthMm, wheelSize }, { tires }) =>
    tireWidthMm !== null &&
    !(isWithin(tireWidthMm, tires) && isWithin(tireWidthMm, tireWidths[wheelSize ?? ''] ?? [20, 127])) &&
    `${tireWidthMm} mm on ${wheelSize}`,
  'the tire that is named is as wide as the field says': (bike) => {
    const [, width, unit] = /([\d.]+) (mm|in)$/.exec(partOf(bike, 'Front tire')) ?? [];
    if (!width || bike.tireWidthMm === null) return false;
    const millimeters = unit === 'in' ? Number(width) * 25.4 : Number(width);
    return Math.abs(millimeters - bike.tireWidthMm) > 1.5 && partOf(bike, 'Front tire');
  },
  'the brakes are those of the model': ({ brakeType }, { brakes }) =>
    brakeType !== null && !brakes.includes(brakeType) && brakeType,
  'derailleurs are of a known group': (bike) =>
    hasDerailleurs(bike) && !groupOf(bike) && (partOf(bike, 'Groupset') || 'no group'),
  'the group is one of the model': (bike, { gears }) => {
    const group = groupOf(bike);
    return group !== undefined && !(gears.kind === 'derailleur' && gears.groups.includes(group.name)) && group.name;
  },
  'the group was sold that year': (bike, real) => {
    const group = groupOf(bike);
    return group !== undefined && !overlap(group.years, yearsOf(bike, real)) && group.name;
  },
  'the group has as many gears as the bike': (bike) => {
    const group = groupOf(bike);
    if (!group || !hasDerailleurs(bike)) return false;
    const fronts = bike.drivetrain === 'E-Bike' ? ringCount(bike.chainrings) : Number(bike.drivetrain[0]);
    if (bike.rearGear !== `${group.speeds}-Speed`) return `${bike.rearGear} with ${group.name}`;
    if (bike.chainrings !== '' && ringCount(bike.chainrings) !== fronts) return bike.chainrings;
    const { rings } = group;
    return !(fronts in rings) && `${fronts}x with ${group.name}`;
  },
  'chainrings and cassette are of the group': (bike, real) => {
    const group = groupOf(bike);
    if (!group || real.gears.kind !== 'derailleur') return false;
    const rings = group.rings[real.gears.front] ?? [];
    return (
      (bike.chainrings !== '' && !rings.includes(bike.chainrings) && bike.chainrings) ||
      (bike.cassette !== '' && !group.cassettes.includes(bike.cassette) && bike.cassette)
    );
  },
  'hub gears, gearboxes and single speeds have no derailleur': (bike) => {
    const named = ['Groupset', 'Rear derailleur', 'Front derailleur'].map((slot) => partOf(bike, slot)).join('');
    return !hasDerailleurs(bike) && named;
  },
  'the hub has as many gears as the bike': (bike) => {
    const text = partOf(bike, 'Hub gear / Gearbox');
    const inside = /^(Internal|Gearbox)/.test(bike.rearGear);
    const hub = gearHubs[text.replace(/ hub$/, '')];
    return inside !== (hub !== undefined) || (hub !== undefined && hub.gear !== bike.rearGear)
      ? `${bike.rearGear} with ${text || 'no hub'}`
      : false;
  },
  'the hub was sold that year': (bike, real) => {
    const hub = gearHubs[partOf(bike, 'Hub gear / Gearbox').replace(/ hub$/, '')];
    return hub !== undefined && hub.since > yearsOf(bike, real)[1] && partOf(bike, 'Hub gear / Gearbox');
  },
  'electric bikes and no others have motor and battery': (bike) => {
    const isElectric = bike.drivetrain === 'E-Bike';
    const slots = ['Motor', 'Battery'].filter((slot) => partOf(bike, slot) !== '').length;
    return (
      (isElectric !== (bike.eBike !== null) && 'motor field') ||
      (slots !== (isElectric ? 2 : 0) && `${slots} of motor and battery`)
    );
  },
  'the motor is known, and the bike’s maker builds with it': (bike) => {
    if (bike.drivetrain !== 'E-Bike') return false;
    const drive = driveOf(bike);
    return (
      !drive?.makers.includes(bike.brandId) &&
      `${bike.brandId} with ${bike.eBike?.motorBrand} ${bike.eBike?.motorModel}`
    );
  },
  'the motor was sold that year': (bike, real) => {
    const drive = driveOf(bike);
    return drive !== undefined && !overlap(drive.years, yearsOf(bike, real)) && drive.model;
  },
  'the battery is of the motor’s system': (bike) => {
    const drive = driveOf(bike);
    if (!drive) return false;
    const known = Object.entries(drive.batteries).some(
      ([name, wattHours]) => bike.eBike?.batteryWh === wattHours && partOf(bike, 'Battery').startsWith(name),
    );
    return !known && partOf(bike, 'Battery');
  },
  'the fork has the travel of the model': ({ travelFrontMm, travelRearMm }, { travel }) =>
    (travelFrontMm !== travel[0] || travelRearMm !== travel[1]) && `${travelFrontMm}/${travelRearMm}`,
  'the weight is that of the model': ({ weightG }, { kilograms: [light, heavy] }) =>
    weightG !== null && !isWithin(weightG, [light * 1000 - 50, heavy * 1000 + 50]) && `${weightG} g`,
  'the price is that of the model': ({ priceMinor }, { price: [min, max] }) =>
    priceMinor !== null && !isWithin(priceMinor / 100, [min - 50, max + 50]) && `${priceMinor / 100}`,
  'nobody speaks of a motor where there is none': ({ drivetrain, story, comments }) =>
    drivetrain !== 'E-Bike' &&
    ([story, ...comments].find((text) => /\b(motor|battery|pedelec|e-bike|charge)\b/i.test(text)) ?? false),
  'nobody speaks of gears or derailleurs where there are none': ({ rearGear, comments }) =>
    rearGear === 'Single-Speed' &&
    (comments.find((text) => /\b(derailleur|cassette|hub gears)\b/i.test(text)) ?? false),
};

/** Returns what is wrong with a bike, each with the rule that it breaks; empty if nothing is. */
export function faultsOf(bike: Seen): string[] {
  const real = realBikeOf(bike.brandId, bike.model, bike.year) ?? realBikeOf(bike.brandId, bike.model, null);
  const title = `${bike.year} ${bike.brandId} ${bike.model}`;
  if (!real) return [`${title}: is not in the table`];
  return Object.entries(rules).flatMap(([rule, broken]) => {
    const fault = broken(bike, real);
    return fault ? [`${title}: ${rule} (${fault})`] : [];
  });
}
