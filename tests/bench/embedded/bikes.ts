import type { Document, IndexDescription } from 'mongodb';
import { newId } from '#contract/ids.ts';

/** A bike with the site's stored fields that affect its size and its indexes. */
export interface BikeDocument extends Document {
  _id: string;
  owner: { id: string; username: string };
  status: string;
  terms: string[];
  hotRank: number;
  publishedAt: Date;
}

/** The indexes of the site's bikes. */
export const bikeIndexes: IndexDescription[] = [
  { key: { status: 1, publishedAt: -1, _id: -1 } },
  { key: { status: 1, hotRank: -1, _id: -1 } },
  { key: { 'owner.id': 1, publishedAt: -1, _id: -1 } },
  { key: { status: 1, terms: 1, publishedAt: -1, _id: -1 } },
];

const firstDay = Date.UTC(2026, 0, 1);
const story = 'Found in a shed, stripped to the frame, and built up again over one long winter. ';

const idOf = (time: number, n: number): string => {
  const random = new Uint8Array(10);
  new DataView(random.buffer).setUint32(6, n);
  return newId(time, random);
};

/** The id of the n-th bike. */
export const bikeId = (n: number): string => idOf(firstDay + n * 1000, n);

/** The n-th bike, from 0: about 1.3 kB of BSON, with eight search terms. */
export function bikeAt(n: number): BikeDocument {
  const at = new Date(firstDay + n * 1000);
  const owner = n % 5000;
  return {
    _id: bikeId(n),
    owner: { id: idOf(firstDay, owner), username: `rider${owner}` },
    status: n % 20 ? 'Active' : 'Draft',
    category: 'Gravel',
    drivetrain: '1x',
    rearGear: '11-Speed',
    brandId: 'surly',
    brand: `Brand ${n % 40}`,
    model: `Midnight Special ${n}`,
    slug: `brand-${n % 40}-midnight-special-${n}`,
    year: 1980 + (n % 45),
    story: story.repeat(4),
    photos: Array.from({ length: 3 }, (_, i) => ({ id: idOf(firstDay + n, i), kind: 'Drive side', width: 1600 })),
    terms: [
      ...[`brand:brand-${n % 40}`, `category:c${n % 12}`, `drivetrain:d${n % 6}`, `year:${1980 + (n % 45)}`],
      ...['midnight', 'special', `w${n % 1000}`, `n${n}`],
    ],
    counts: { likes: n % 97, comments: n % 7, views: 0 },
    countSeq: 0,
    hotRank: ((n * 7919) % 100_003) / 7,
    createdAt: at,
    publishedAt: at,
    updatedAt: at,
    statusChangedAt: at,
    version: 1,
  };
}
