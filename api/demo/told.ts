// Details that some owners add: disciplines, frame tubes, teeth of the gears, and the price.
import type { disciplines } from '#contract/bike-options.ts';
import type { PublishedBike } from '#contract/bike-whole.ts';
import type { BikeFacts } from './facts.ts';
import type { Rng } from './illustrator/random.ts';

type Discipline = (typeof disciplines)[number];
type Facts = Pick<PublishedBike, 'category' | 'drivetrain' | 'rearGear' | 'frameMaterial'>;

const riddenFor: Record<PublishedBike['category'], readonly Discipline[]> = {
  City: ['Recreational', 'Utility & Cargo'],
  Commuter: ['Commuting'],
  'Cross Country': ['Cross Country', 'Trail'],
  Cyclocross: ['Cyclocross'],
  Downhill: ['Downhill'],
  Enduro: ['Enduro', 'Trail'],
  'Fat Tire': ['Recreational', 'Bikepacking'],
  Freeride: ['Freeride', 'Dirt Jump'],
  Gravel: ['Gravel', 'Bikepacking'],
  Handbike: ['Handcycling'],
  Hybrid: ['Commuting', 'Recreational'],
  Messenger: ['Messenger', 'Fixed Gear'],
  Recumbent: ['Recreational', 'Touring'],
  Road: ['Road'],
  Touring: ['Touring', 'Randonneuring'],
  Track: ['Track', 'Fixed Gear'],
  Triathlon: ['Triathlon', 'Time Trial'],
};

/** In dollars, cheapest and most expensive. */
const prices: Record<PublishedBike['category'], readonly [least: number, most: number]> = {
  City: [300, 6000],
  Commuter: [400, 5000],
  'Cross Country': [500, 11_000],
  Cyclocross: [900, 7500],
  Downhill: [2500, 9500],
  Enduro: [2200, 12_000],
  'Fat Tire': [900, 7000],
  Freeride: [800, 7000],
  Gravel: [900, 10_000],
  Handbike: [2500, 16_000],
  Hybrid: [350, 1800],
  Messenger: [350, 2500],
  Recumbent: [1200, 9000],
  Road: [300, 15_000],
  Touring: [800, 7500],
  Track: [500, 12_000],
  Triathlon: [1500, 15_000],
};

/** Tube names by frame material, with the first year of use. */
const tubes: Partial<Record<string, readonly (readonly [since: number, ...names: string[]])[]>> = {
  Steel: [
    [0, 'Reynolds 531', 'Columbus SL', 'Ishiwata 022'],
    [1990, 'Reynolds 725', 'Tange Prestige', 'Columbus Thron'],
    [2005, 'Columbus Zona', '4130 CroMoly', 'Reynolds 853'],
  ],
  Aluminum: [[0, '6061-T6', '7005', '6069, triple-butted']],
  Titanium: [[0, '3Al-2.5V']],
  Carbon: [[0, 'Toray T700', 'Toray T800, with T1000 at the lugs']],
};

const cassettes: Partial<Record<string, readonly string[]>> = {
  '7-Speed': ['13-28', '11-28'],
  '8-Speed': ['11-30', '12-25'],
  '9-Speed': ['11-34', '12-27'],
  '10-Speed': ['11-36', '12-28'],
  '11-Speed': ['11-42', '11-32'],
  '12-Speed': ['10-52', '10-44'],
};
const chainrings: Partial<Record<string, readonly string[]>> = {
  '1x': ['32', '40', '42'],
  '2x': ['50/34', '46/30', '48/32'],
  '3x': ['48/36/26', '44/32/22'],
  'Fixed Gear': ['47', '49', '46'],
};

/** Categories whose electronic shifting is wired. */
const wired = ['Road', 'Triathlon', 'Cyclocross', 'Gravel'];

/** @param era the model year of the bike */
export function tellOf(
  { category, drivetrain, rearGear, frameMaterial }: Facts,
  era: number,
  r: Rng,
): Partial<BikeFacts> {
  const [, ...names] = tubes[frameMaterial ?? '']?.findLast(([since]) => since <= era) ?? [0];
  const some = (list: readonly string[] | undefined) => (list?.length && r.chance(0.6) ? r.pick(list) : '');
  const [least, most] = prices[category];
  const priced = r.chance(0.35);
  const price = Math.round((least + (most - least) * r() ** 2 * 0.6) / 50) * 50;
  return {
    disciplines: r.chance(0.8) ? riddenFor[category].slice(0, r.int(1, 2)) : [],
    frameMaterialNote: some(names),
    cassette: some(cassettes[rearGear]),
    chainrings: some(chainrings[drivetrain]),
    electronicShifting: era >= 2019 && rearGear === '12-Speed' && wired.includes(category) && r.chance(0.7),
    shop: r.chance(0.12)
      ? r.pick(['The shop by the station', 'A friend’s garage', 'The co-op', 'My own two hands'])
      : '',
    ...(priced && {
      priceMinor: price * 100,
      currency: r.pick(['EUR', 'USD', 'GBP'] as const),
      pricePublic: r.chance(0.4),
    }),
  };
}
