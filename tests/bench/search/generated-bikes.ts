import { brands } from '#api/catalog/catalog.ts';
import { withEveryField } from '#contract/bike-defaults.ts';
import {
  brakeTypes,
  buildStates,
  colors,
  eBikeClasses,
  frameSizeLetters,
  handlebarTypes,
} from '#contract/bike-options.ts';
import { type Id, newId } from '#contract/ids.ts';
import { foundBy } from '#contract/search/found.ts';
import { slugOf } from '#contract/slug.ts';

/** Pseudo-random numbers from a seed (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const parts: [slot: string, makers: string[], texts: string[]][] = [
  [
    'Fork',
    ['Fox', 'RockShox', 'Whisky', 'Enve', 'Surly'],
    ['34 Factory', 'Pike Ultimate', 'No.9 CX', 'Adventure', '1x1'],
  ],
  [
    'Rear derailleur',
    ['Shimano', 'SRAM', 'Campagnolo'],
    ['XT M8100', 'GRX 812', 'Force AXS', 'Chorus', 'Deore', 'Ultegra'],
  ],
  ['Crankset', ['Shimano', 'Sugino', 'Race Face', 'White Industries'], ['XT', 'XD2', 'Turbine', 'M30', 'VBC']],
  [
    'Wheelset',
    ['DT Swiss', 'Mavic', 'Hunt', 'Velocity'],
    ['GR 1600', 'Open Pro', 'Limitless 48', 'Dyad', 'Cliffhanger'],
  ],
  [
    'Front tire',
    ['Schwalbe', 'Continental', 'WTB', 'Rene Herse'],
    ['G-One 40', 'Grand Prix 5000', 'Riddler 45', 'Snoqualmie Pass'],
  ],
  ['Saddle', ['Brooks', 'Ergon', 'Selle Italia', 'WTB'], ['B17', 'SM Pro', 'Flite', 'Volt', 'Cambium C17']],
  ['Handlebar', ['Nitto', 'Salsa', 'Ritchey', 'Jones'], ['Noodle', 'Cowchipper', 'Venturemax', 'H-Bar']],
  ['Pedals', ['MKS', 'Shimano', 'Crankbrothers'], ['Sylvan Touring', 'XT M8000', 'Mallet', 'Allways']],
];
const stories = `found shed stripped frame built winter commute gravel weekend tour alps rain mud rebuilt powder coat friend
  gift first race old new wheels laced dynamo rack bags overnight camping summit coast desert forest singletrack city
  market kids school fast light heavy smooth quiet creak bottom bracket swapped brakes pads cables housing leather tape`;
const story = stories.split(/\s+/);
const syllables = 'ba ko li mar ren to vi sa du pe ni ja lo fri gu wen zo ta ris mi'.split(' ');
/** The day when the first bike was published. */
export const begin = Date.UTC(2025, 0, 1);

const all = brands().flatMap((brand) => brand.models.map((model) => ({ brand, model })));

/** Where members ride, the largest place first. */
const placesAt: readonly string[][] = [
  ...[[], [], ['DE'], ['DE', 'DE-BW'], ['DE', 'DE-BW'], ['DE', 'DE-BY'], ['CH', 'CH-ZH'], ['CH', 'CH-BE']],
  ...[['FR'], ['FR', 'FR-IDF', 'FR-75C'], ['US', 'US-CA'], ['US', 'US-OR'], ['GB', 'GB-SCT'], ['JP', 'JP-13']],
];

/** The name of the n-th member, unique. */
function memberAt(n: number): string {
  const name: string[] = [];
  for (let left = n + 40; left > 0; left = Math.floor(left / syllables.length))
    name.push(syllables[left % syllables.length] ?? '');
  return name.join('');
}

/** An id that depends on its time and number only. */
export const idOf = (time: number, n: number): Id => {
  const random = new Uint8Array(10);
  new DataView(random.buffer).setUint32(6, n);
  return newId(time, random);
};

/** The n-th member. */
export const generatedMember = (n: number) => ({ id: idOf(begin, n), username: memberAt(n), avatar: '' });

type Community = {
  /** Number of members; an eighth of the bikes by default. */
  members?: number;
  /** Days in which the bikes were published, from 2025 on. */
  days?: number;
};

/** The n-th bike of a site with `of` bikes, as a member might have published it. */
export function generatedBike(n: number, of: number, { members = of / 8, days = 700 }: Community = {}) {
  const r = chance(n + 1);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(r() * list.length)] as T;
  const { brand, model } = pick(all);
  const [first, last] = model.years;
  const at = new Date(begin + Math.floor((n / of) * days * 86_400_000));
  const member = Math.floor(r() * Math.max(10, members));
  const fields = withEveryField({
    brandId: brand.slug,
    model: model.name,
    category: model.category,
    drivetrain: model.drivetrain,
    rearGear: model.rearGear,
    frameMaterial: model.frameMaterial,
    wheelSize: model.wheelSize,
    suspension: model.suspension,
    year: r() < 0.95 ? first + Math.floor(r() * (last - first + 1)) : null,
    nickname: r() < 0.2 ? memberAt(50_000 + Math.floor(r() * 9_000)) : '',
    brakeType: pick(brakeTypes),
    handlebarType: pick(handlebarTypes),
    colors: [pick(colors)],
    buildState: pick(buildStates),
    frameSize: { kind: 'letter' as const, letter: pick(frameSizeLetters) },
    eBike:
      model.drivetrain === 'E-Bike'
        ? {
            ...{ motorBrand: 'Bosch', motorModel: '', motorPosition: null, assistClass: pick(eBikeClasses) },
            motorW: null,
            torqueNm: null,
            batteryWh: null,
            rangeKm: null,
          }
        : null,
    story: Array.from({ length: 25 + Math.floor(r() * 40) }, () => pick(story)).join(' '),
    components: parts
      .filter(() => r() < 0.85)
      .map(([slot, makers, texts], i) => ({
        ...{ id: idOf(begin, i), slot, text: `${pick(makers)} ${pick(texts)}`, position: null, brand: '', note: '' },
        ...{ isStock: false, weightG: null },
      })),
  });
  const owner = generatedMember(member);
  // Random numbers of its own, so that the other fields stay as they were.
  const more = chance(-1 - n);
  const weightG = more() < 0.7 ? 6_500 + Math.floor(more() * 9_000) : null;
  const places = placesAt[Math.floor(chance(-1 - member)() * placesAt.length)] ?? [];
  const bike = { ...fields, weightG, places, brand: brand.name, owner };
  const likes = Math.floor(40 * r() ** 6);
  const photo = {
    id: idOf(at.getTime(), n),
    width: 2048,
    height: 1365,
    thumbhash: 'x'.repeat(28),
    kind: 'Drive side',
    caption: '',
    alt: '',
  };
  return {
    _id: idOf(at.getTime(), n),
    ...bike,
    slug: slugOf({ year: bike.year, brand: bike.brand, model: bike.model }),
    ...foundBy(bike),
    photos: [photo],
    cover: photo,
    status: 'Active',
    counts: { likes, comments: 0, views: 0 },
    countSeq: 0,
    hotRank: (at.getTime() - begin) / (7 * 86_400_000) + Math.log2(3 + likes),
    points: likes,
    unlisted: true,
    tally: { weeks: [], marks: [] },
    random: r(),
    ...{ createdAt: at, publishedAt: at, updatedAt: at, statusChangedAt: at },
    version: 1,
  };
}
