import { describe, expect, test } from 'vitest';
import { brandOf } from '#api/catalog/catalog.ts';
import { categories } from '#contract/bike-options.ts';
import { demoCommunity } from '../community.ts';
import { realBikes } from '../real/bikes.ts';
import { gearHubs, motors } from '../real/drives.ts';
import { groupsetOf, groupsets } from '../real/groups.ts';
import { faultsOf, type Seen } from './faults.ts';

const { bikes, comments } = demoCommunity(new Date('2026-11-21T12:00:00Z'));
const seen = bikes.map(
  (bike): Seen => ({ ...bike, comments: comments.filter(({ bikeId }) => bikeId === bike.id).map(({ text }) => text) }),
);

function bikeOf(brandId: string, model: string): Seen {
  const found = seen.find((bike) => bike.brandId === brandId && bike.model === model);
  if (!found) throw new Error(`nobody has a ${model}`);
  return found;
}
const withPart = (bike: Seen, slot: string, text: string): Seen => ({
  ...bike,
  components: bike.components.map((one) => (one.slot === slot ? { ...one, text } : one)),
});

test('every sample bike could exist: its parts belong together, and to its year', () => {
  expect(seen.flatMap(faultsOf)).toEqual([]);
});

describe('a cyclist objects to', () => {
  const stromer = bikeOf('stromer', 'ST3');
  const nevo = bikeOf('riese-and-muller', 'Nevo3 GT vario');
  const galaxy = bikeOf('dawes', 'Galaxy');
  const steamroller = bikeOf('surly', 'Steamroller');
  const motor = { motorBrand: 'Shimano', motorModel: 'EP8' };

  test.each<[string, Seen, RegExp]>([
    [
      'a Stromer with a motor by Shimano',
      { ...stromer, eBike: { ...stromer.eBike!, ...motor } },
      /maker builds with it/,
    ],
    ['a Stromer with eight speeds', { ...stromer, rearGear: '8-Speed' }, /as many gears/],
    [
      'a motor called "Front hub"',
      { ...nevo, eBike: { ...nevo.eBike!, motorBrand: 'Front', motorModel: 'hub' } },
      /motor is known/,
    ],
    ['a Bosch with a battery by Shimano', withPart(nevo, 'Battery', 'Shimano BT-E8010, 625 Wh'), /battery/],
    [
      'an e-bike without a battery',
      { ...nevo, components: nevo.components.filter(({ slot }) => slot !== 'Battery') },
      /motor and battery/,
    ],
    ['a group that is younger than the bike', withPart(galaxy, 'Groupset', 'Shimano GRX RX400'), /sold that year/],
    ['two chainrings on a bike with three', { ...galaxy, chainrings: '46/30' }, /as many gears/],
    [
      'a derailleur on a fixed gear',
      { ...steamroller, components: [{ ...galaxy.components[0]!, slot: 'Groupset', text: 'SRAM Rival 1' }] },
      /no derailleur/,
    ],
    ['tires that no frame takes', { ...galaxy, tireWidthMm: 60 }, /tires fit/],
    ['a model before it was sold', { ...stromer, year: 2009 }, /sold that year/],
    ['a model of another maker', { ...stromer, brandId: 'trek' }, /not in the table/],
    ['a heavy featherweight', { ...galaxy, weightG: 6_000 }, /weight/],
    ['a comment on a motor that is not there', { ...galaxy, comments: ['How is the battery?'] }, /speaks of a motor/],
  ])('%s', (_, bike, fault) => {
    expect(faultsOf(bike).join('\n')).toMatch(fault);
  });
});

describe('the table of real bikes', () => {
  test('has more than ninety models, in every category', () => {
    expect(new Set(realBikes.map(({ brand, model }) => `${brand} ${model}`)).size).toBeGreaterThan(90);
    expect(new Set(realBikes.map(({ category }) => category))).toEqual(new Set(categories));
  });

  test('agrees with itself', () => {
    for (const { brand, model, maker, years, tires, kilograms, price, gears, motor, travel, suspension } of realBikes) {
      const title = `${brand} ${model}`;
      const overlaps = ([from, to]: readonly [number, number]) => from <= years[1] && years[0] <= to;
      expect(brand === 'Other' ? maker : brandOf(brand)?.name, title).toBeTruthy();
      for (const [min, max] of [years, tires, kilograms, price]) expect(min, title).toBeLessThanOrEqual(max);
      expect(travel[0] !== null && suspension === 'Rigid', title).toBe(false);
      if (gears.kind === 'derailleur') {
        const groups = gears.groups.map(groupsetOf);
        for (const group of groups) expect(group?.rings[gears.front], title).toBeDefined();
        for (const group of groups) expect(group && overlaps(group.years), `${title} ${group?.name}`).toBe(true);
      }
      if (gears.kind === 'hub') expect(gearHubs[gears.hub]?.since, title).toBeLessThanOrEqual(years[1]);
      if (motor) {
        const drive = motors[motor[0]];
        expect(drive?.makers, title).toContain(brand);
        expect(Object.keys(drive?.batteries ?? {}), title).toContain(motor[1]);
        expect(drive && overlaps(drive.years), title).toBe(true);
      }
    }
  });

  test('has no group, hub or motor that no bike has', () => {
    const gears = realBikes.map((one) => one.gears);
    const used = gears.flatMap((one) => (one.kind === 'derailleur' ? one.groups : one.kind === 'hub' ? [one.hub] : []));
    const driven = realBikes.flatMap(({ motor }) => (motor ? [motor[0]] : []));
    expect(groupsets.map(({ name }) => name).filter((name) => !used.includes(name))).toEqual([]);
    expect(Object.keys(gearHubs).filter((name) => !used.includes(name))).toEqual([]);
    expect(Object.keys(motors).filter((name) => !driven.includes(name))).toEqual([]);
  });
});
