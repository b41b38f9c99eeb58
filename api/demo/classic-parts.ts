// The parts of bikes that are older than those of the pools.

import type { PublishedBike } from '#contract/bike-whole.ts';
import type { ComponentSlot } from '#contract/components.ts';
import { itemAt } from './illustrator/item-at.ts';
import type { Rng } from './illustrator/random.ts';

type Facts = Pick<PublishedBike, 'category' | 'drivetrain' | 'rearGear'>;
type Kind = 'drop' | 'mountain' | 'town' | 'low';
/** Typical parts with the first year in which they were usual, oldest first. */
type Usual = readonly (readonly [since: number, ...texts: string[]])[];

const kindOf: Partial<Record<PublishedBike['category'], Kind>> = {
  City: 'town',
  Commuter: 'town',
  Hybrid: 'town',
  Handbike: 'low',
  Recumbent: 'low',
  'Cross Country': 'mountain',
  Downhill: 'mountain',
  Freeride: 'mountain',
  Enduro: 'mountain',
  'Fat Tire': 'mountain',
};

const classics: Record<Kind, Partial<Record<ComponentSlot, Usual>>> = {
  drop: {
    Headset: [
      [0, 'Campagnolo Record, threaded', 'Stronglight A9', 'Tange Levin'],
      [1990, 'Shimano 600, threaded', 'Campagnolo Record'],
      [2000, 'Chris King NoThreadSet', 'Cane Creek S-3'],
    ],
    Crankset: [
      [0, 'Campagnolo Nuovo Record', 'Stronglight 49D', 'Sugino Mighty'],
      [1984, 'Shimano 600', 'Suntour Superbe Pro', 'Campagnolo C-Record'],
      [1996, 'Shimano Ultegra 6500', 'Campagnolo Chorus', 'Sugino 75'],
    ],
    'Bottom bracket': [
      [0, 'Cup and cone'],
      [1992, 'Shimano UN72', 'Phil Wood'],
    ],
    Handlebar: [
      [0, 'Cinelli 64', 'Philippe', 'Nitto B115'],
      [1990, 'Cinelli Criterium', '3T Forma', 'Nitto Noodle'],
    ],
    Stem: [
      [0, 'Cinelli 1A', 'Nitto Pearl', 'Philippe Atax'],
      [1998, 'Ritchey Pro', 'Deda Murex'],
    ],
    Seatpost: [
      [0, 'Campagnolo, fluted', 'SR Laprade', 'Plain steel'],
      [1988, 'Campagnolo Chorus', 'Thomson Elite', 'Nitto S65'],
    ],
    Wheelset: [
      [0, 'Mavic Monthléry on Campagnolo hubs', 'Rigida 13/20 on Normandy hubs'],
      [1984, 'Mavic MA2 on Shimano 600 hubs', 'Mavic Open 4 CD on Campagnolo hubs'],
      [1998, 'Mavic Open Pro on Ultegra hubs', 'Velocity Aerohead on Chorus hubs'],
    ],
  },
  mountain: {
    Headset: [
      [0, 'Tange, threaded'],
      [1991, 'Chris King', 'Ritchey Logic'],
    ],
    Crankset: [
      [0, 'Sugino Maxy', 'Specialized Flag'],
      [1988, 'Shimano Deore XT M730', 'Suntour XC Pro'],
      [1996, 'Shimano XT M737', 'Race Face Turbine LP', 'Truvativ Holzfeller'],
    ],
    'Bottom bracket': [
      [0, 'Cup and cone'],
      [1993, 'Shimano UN72', 'Truvativ Howitzer'],
    ],
    Handlebar: [
      [0, 'Ritchey Bullmoose'],
      [1989, 'Answer Hyperlite', 'Control Tech'],
      [1998, 'Easton Monkeylite', 'Azonic Double Wall'],
    ],
    Stem: [
      [0, 'Ritchey Logic, threaded'],
      [1992, 'Salsa, welded', 'Ritchey Comp'],
      [1999, 'Thomson Elite X4', 'Azonic Shorty'],
    ],
    Seatpost: [
      [0, 'SR MTE-100'],
      [1992, 'Syncros Hardcore', 'Thomson Elite'],
    ],
    Wheelset: [
      [0, 'Araya RM-20 on Deore XT hubs'],
      [1992, 'Mavic M231 on Deore XT hubs', 'Bontrager BCX on Ringlé hubs'],
      [2000, 'Mavic D321 on Hügi hubs', 'Sun Double Wide on Hadley hubs'],
    ],
  },
  town: {
    Headset: [[0, 'Threaded, steel', 'Tange, threaded']],
    Crankset: [
      [0, 'Cottered steel, 46 teeth'],
      [1985, 'Sugino, 42 teeth', 'Suntour XCM'],
    ],
    'Bottom bracket': [
      [0, 'Cup and cone'],
      [1995, 'Shimano UN52'],
    ],
    Handlebar: [[0, 'North Road, chromed', 'Nitto Albatross']],
    Stem: [[0, 'Quill, chromed', 'Nitto Technomic']],
    Seatpost: [[0, 'Plain steel', 'Kalloy, alloy']],
    Wheelset: [
      [0, 'Steel rims on Sturmey-Archer hubs', 'Westwood rims'],
      [1990, 'Rigida on Shimano Nexus hubs', 'Alex DM18'],
    ],
  },
  low: {
    Headset: [[0, 'Threaded, steel', 'Cane Creek S-3']],
    Crankset: [[0, 'Truvativ Elita', 'Sugino XD']],
    'Bottom bracket': [[0, 'Shimano UN52']],
    Wheelset: [[0, 'Velocity Aeroheat on Shimano hubs', 'Alex DA16 on Deore hubs']],
    'Chain / Belt': [[0, 'Three chains in one', 'SRAM PC-68, two and a half']],
    'Rear derailleur': [[0, 'Shimano Deore LX', 'SRAM X.7']],
    Computer: [[0, 'Cateye Mity', 'Sigma BC 1200']],
  },
};

/** Chooses the typical parts of an old bike. */
export function classicParts({ category }: Facts, era: number, r: Rng): [ComponentSlot, string][] {
  const usual = classics[kindOf[category] ?? 'drop'];
  return Object.entries(usual).map(([slot, list]) => {
    const [, ...texts] = list.findLast(([since]) => since <= era) ?? itemAt(list, 0);
    return [slot as ComponentSlot, r.pick(texts)];
  });
}
