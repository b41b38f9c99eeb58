// Groupsets of the sample bikes: when they were sold, and how many gears they have.

export interface Groupset {
  name: string;
  /** First and last model year of bikes built with it. */
  years: readonly [from: number, to: number];
  /** Sprockets of the cassette or freewheel. */
  speeds: number;
  /** Usual chainrings in teeth, by their number. */
  rings: { 1?: readonly string[]; 2?: readonly string[]; 3?: readonly string[] };
  cassettes: readonly string[];
  isElectronic: boolean;
}

type Rings = { 1?: string; 2?: string; 3?: string };

const now = 2026;
const listOf = (text: string | undefined) => (text ? { list: text.split(' ') } : null);

/** @param rings and cassettes: choices, divided by spaces */
function group(
  name: string,
  [from, to]: readonly [from: number, to: number],
  speeds: number,
  rings: Rings,
  cassettes: string,
): Groupset {
  const [one, two, three] = [listOf(rings[1]), listOf(rings[2]), listOf(rings[3])];
  return {
    name,
    years: [from, to],
    speeds,
    rings: { ...(one && { 1: one.list }), ...(two && { 2: two.list }), ...(three && { 3: three.list }) },
    cassettes: cassettes.split(' '),
    isElectronic: /Di2|AXS|EPS/.test(name),
  };
}

const compact = { 2: '50/34 52/36' };
const eagle = { 1: '30 32 34' };

const road = [
  group('Shimano Dura-Ace 7400', [1990, 1996], 8, { 2: '53/39 52/42' }, '12-21 12-23'),
  group('Shimano Dura-Ace 7700', [1997, 2003], 9, { 2: '53/39' }, '12-23 12-25'),
  group('Shimano Dura-Ace 9000', [2013, 2016], 11, compact, '11-25 11-28'),
  group('Shimano Dura-Ace Di2 R9150', [2017, 2021], 11, { 2: '52/36 53/39' }, '11-28 11-30'),
  group('Shimano Dura-Ace Di2 R9270', [2022, now], 12, { 2: '52/36 54/40' }, '11-30 11-34'),
  group('Shimano 600 Ultegra 6400, 7-speed', [1988, 1991], 7, { 2: '52/42 53/39' }, '13-23 13-26'),
  group('Shimano 600 Ultegra 6400, 8-speed', [1992, 1997], 8, { 2: '53/39 52/42' }, '12-21 12-23'),
  group('Shimano Ultegra 6500', [1998, 2004], 9, { 2: '53/39', 3: '52/42/30' }, '12-25 12-27'),
  group('Shimano Ultegra 6600', [2005, 2009], 10, { 2: '53/39 50/34 46/36' }, '12-25 12-27'),
  group('Shimano Ultegra 6700', [2010, 2013], 10, { 2: '53/39 50/34' }, '11-28 12-25'),
  group('Shimano Ultegra 6800', [2014, 2017], 11, compact, '11-28 11-32'),
  group('Shimano Ultegra Di2 6870', [2014, 2017], 11, compact, '11-28'),
  group('Shimano Ultegra R8000', [2018, 2022], 11, compact, '11-28 11-30 11-32'),
  group('Shimano 105 5600', [2006, 2010], 10, { 2: '53/39 50/34 46/36' }, '12-25 12-27'),
  group('Shimano 105 5700', [2011, 2014], 10, compact, '11-28 12-25'),
  group('Shimano 105 5800', [2015, 2018], 11, compact, '11-28 11-32'),
  group('Shimano 105 R7000', [2019, 2023], 11, compact, '11-28 11-30 11-32'),
  group('Shimano Tiagra 4500', [2001, 2008], 9, { 2: '52/39', 3: '50/39/30' }, '12-25 12-27'),
  group('Shimano Tiagra 4600', [2012, 2015], 10, { 2: '50/34' }, '12-28 12-30'),
  group('Shimano Tiagra 4700', [2016, now], 10, { 2: '48/34 50/34 46/30' }, '11-34 11-32'),
  group('Shimano Sora R3000', [2017, 2023], 9, { 2: '50/34 46/30' }, '11-32 11-34'),
  group('Campagnolo Nuovo Record', [1967, 1980], 5, { 2: '52/42 53/42' }, '14-22 14-24'),
  group('Campagnolo Croce d’Aune', [1987, 1991], 7, { 2: '52/42 53/42' }, '13-23 13-26'),
  group('Campagnolo Centaur, 10-speed', [2001, 2008], 10, { 2: '53/39' }, '13-26 12-25'),
  group('Campagnolo Chorus, 10-speed', [2000, 2008], 10, { 2: '53/39 50/34' }, '12-25 13-26'),
  group('Campagnolo Chorus, 11-speed', [2009, 2018], 11, compact, '11-25 12-27'),
  group('Campagnolo Athena, 11-speed', [2011, 2016], 11, compact, '11-25 12-27'),
  group('Campagnolo Super Record, 12-speed', [2019, 2023], 12, compact, '11-29 11-32'),
  group('SRAM Rival, 10-speed', [2007, 2013], 10, { 2: '46/36 50/34' }, '11-28 12-26'),
  group('SRAM Rival 22', [2014, 2020], 11, { 2: '50/34 46/36' }, '11-28 11-32'),
  group('SRAM Rival 1', [2015, 2022], 11, { 1: '40 42' }, '11-36 10-42'),
  group('SRAM Force 1', [2015, 2021], 11, { 1: '40 42' }, '11-36 10-42'),
  group('SRAM Apex 1', [2017, 2022], 11, { 1: '40 42' }, '11-42'),
  group('SRAM Rival eTap AXS', [2021, now], 12, { 1: '40 42', 2: '46/33 48/35' }, '10-36'),
  group('SRAM Force eTap AXS', [2019, 2023], 12, { 1: '40', 2: '46/33 48/35' }, '10-33 10-28'),
  group('SRAM Red eTap AXS', [2019, 2023], 12, { 2: '48/35 50/37' }, '10-28 10-33'),
  group('Shimano GRX RX400', [2020, now], 10, { 2: '46/30' }, '11-34 11-36'),
  group('Shimano GRX RX810', [2020, 2023], 11, { 1: '40 42', 2: '48/31' }, '11-42 11-40'),
];

const friction = [
  group('Huret Allvit', [1963, 1979], 5, { 2: '52/40 50/40' }, '14-28'),
  group('SunTour V-GT Luxe', [1972, 1983], 5, { 2: '52/40 52/39' }, '14-28 14-32'),
  group('SunTour ARx', [1981, 1987], 6, { 2: '52/42', 3: '50/45/30 48/44/28' }, '14-28 14-32'),
  group('SunTour XC Pro', [1989, 1994], 7, { 3: '46/36/24' }, '12-28 13-30'),
];

const mountain = [
  group('Shimano Deore XT M730', [1987, 1989], 6, { 3: '46/36/26 48/38/28' }, '13-28 14-30'),
  group('Shimano Deore XT M735', [1990, 1993], 7, { 3: '46/36/26' }, '12-28 13-30'),
  group('Shimano XTR M900', [1992, 1995], 8, { 3: '46/36/26' }, '12-28 12-32'),
  group('Shimano Deore XT M737', [1993, 1995], 8, { 3: '46/36/24 42/32/22' }, '11-28 12-32'),
  group('Shimano Deore XT M739', [1996, 1999], 8, { 1: '38 40', 3: '42/32/22' }, '11-30 12-32'),
  group('Shimano STX-RC', [1995, 1999], 8, { 3: '48/36/26 42/32/22' }, '11-28 13-30'),
  group('Shimano Deore XT M750', [1999, 2003], 9, { 1: '38 40', 3: '44/32/22' }, '11-32 11-34'),
  group('Shimano Deore LX M570', [2000, 2005], 9, { 1: '36 38', 3: '44/32/22 48/36/26' }, '11-32 11-34'),
  group('Shimano Saint M800', [2004, 2008], 9, { 1: '36 38' }, '11-28 11-32'),
  group('Shimano Saint M810', [2009, 2012], 9, { 1: '36 38' }, '11-26 11-28'),
  group('Shimano Deore XT M770', [2008, 2011], 9, { 3: '44/32/22 48/36/26' }, '11-32 11-34'),
  group('Shimano Deore XT M771', [2010, 2011], 10, { 3: '48/36/26 42/32/24' }, '11-34 11-36'),
  group('Shimano Deore XT M780', [2012, 2016], 10, { 3: '48/36/26 42/32/24' }, '11-34 11-36'),
  group('Shimano Deore M590', [2008, 2014], 9, { 1: '44', 2: '48/36', 3: '48/36/26 44/32/22' }, '11-32 11-34'),
  group('Shimano Deore M610', [2014, 2017], 10, { 1: '42', 2: '38/24', 3: '42/32/24 48/36/26' }, '11-34 11-36'),
  group('Shimano Deore M6000', [2017, 2021], 10, { 1: '32 42', 2: '38/28 36/26', 3: '40/30/22' }, '11-42 11-36'),
  group('Shimano Deore M4100', [2021, now], 10, { 1: '32 42', 2: '36/26' }, '11-46 11-42'),
  group('Shimano Deore M6100', [2021, now], 12, { 1: '30 32 44' }, '10-51'),
  group('Shimano SLX M7000', [2017, 2020], 11, { 1: '32 34' }, '11-42 11-46'),
  group('Shimano SLX M7100', [2020, now], 12, eagle, '10-51 10-45'),
  group('Shimano Deore XT M8000, 11-speed', [2016, 2021], 11, { 1: '52' }, '11-42'),
  group('Shimano Deore XT M8100', [2020, now], 12, eagle, '10-51'),
  group('Shimano Capreo', [2002, 2014], 9, { 1: '45 52' }, '9-26'),
  group('SRAM X-7, 9-speed', [2004, 2010], 9, { 1: '36 38' }, '11-32 11-34'),
  group('SRAM X7, 10-speed', [2011, 2016], 10, { 2: '36/22 33/22' }, '11-36 12-36'),
  group('SRAM GX, 11-speed', [2015, 2019], 11, { 1: '28 30 32' }, '10-42'),
  group('SRAM NX, 11-speed', [2017, 2020], 11, { 1: '28 30 32' }, '11-42'),
  group('SRAM NX Eagle', [2019, 2024], 12, eagle, '11-50'),
  group('SRAM GX Eagle', [2018, 2023], 12, eagle, '10-50 10-52'),
  group('SRAM X01 Eagle', [2017, 2023], 12, eagle, '10-50 10-52'),
  group('SRAM GX DH', [2016, now], 7, { 1: '34 36' }, '11-25'),
  group('SRAM X01 DH', [2015, now], 7, { 1: '34 36' }, '10-24'),
];

const everyday = [
  group('Shimano Tourney TX, 7-speed', [2006, now], 7, { 1: '32 42', 3: '48/38/28 42/34/24' }, '14-28 14-34'),
  group('Shimano Altus, 7-speed', [2012, now], 7, { 1: '42 44' }, '14-34 11-34'),
  group('Shimano Altus, 8-speed', [2006, now], 8, { 1: '42 44 46', 2: '46/30', 3: '48/38/28' }, '11-32 11-34'),
  group('Shimano Acera M330', [1998, 2007], 8, { 3: '48/38/28' }, '11-30 11-32'),
  group('Shimano Acera M360', [2008, 2018], 8, { 3: '48/38/28' }, '11-32 12-32'),
  group('Shimano Acera M3000', [2016, 2022], 9, { 2: '46/30' }, '11-34 11-36'),
  group('Shimano Alivio M4000', [2015, 2022], 9, { 2: '46/30 44/32', 3: '48/36/26 44/32/22' }, '11-34 11-36'),
  group('Shimano Claris R2000', [2017, now], 8, { 1: '42', 2: '50/34' }, '11-32 11-30'),
  group('microSHIFT Advent', [2019, now], 9, { 1: '38' }, '11-42 11-38'),
  group('microSHIFT Advent X', [2020, now], 10, { 1: '40' }, '11-48'),
];

export const groupsets: readonly Groupset[] = [...road, ...friction, ...mountain, ...everyday];

const byName = new Map(groupsets.map((one) => [one.name, one]));

export const groupsetOf = (name: string): Groupset | undefined => byName.get(name);
