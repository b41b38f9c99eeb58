import type { BikeCard } from '#contract/bikes.ts';
import type { FeedEntry, FeedKind } from '#contract/feed.ts';
import type { Photo } from '#contract/photos.ts';
import type { DigestContents } from './digest.contents.ts';

const idOf = (number: number): string => `01910000-0000-7000-8000-${String(number).padStart(12, '0')}`;

const cover = (number: number): Photo => ({
  id: idOf(number),
  width: 1600,
  height: 1200,
  thumbhash: '',
  kind: 'Drive side',
  caption: '',
  alt: '',
});

const bikeOf = (number: number, brand: string, model: string, username: string): BikeCard => ({
  id: idOf(number),
  slug: 'sample',
  brand,
  model,
  year: 2021,
  nickname: number === 1 ? 'Clementine' : '',
  category: 'Gravel',
  status: 'Active',
  owner: { id: idOf(100 + number), username, avatar: '' },
  counts: { likes: 0, comments: 0, views: 0, favorites: 0 },
  publishedAt: '2026-12-01T12:00:00.000Z',
  cover: number === 5 ? null : cover(200 + number),
});

const entryOf = (number: number, kind: FeedKind, bike: BikeCard, more: Partial<FeedEntry> = {}): FeedEntry => ({
  id: `${kind}-${number}`,
  kind,
  at: '2026-12-01T12:00:00.000Z',
  bike,
  because: [{ kind: 'member', key: bike.owner.id }],
  ...more,
});

const own = bikeOf(7, 'Surly', 'Straggler', 'ann');

/** A mail with each kind of news, for operators and for tests. */
export const sampleContents: DigestContents = {
  entries: [
    entryOf(1, 'bike', bikeOf(1, 'Brother Cycles', 'Mehteh', 'mira')),
    entryOf(2, 'photos', bikeOf(2, 'Surly', 'Ogre', 'oskar'), { photoCount: 3 }),
    entryOf(3, 'update', bikeOf(3, 'Crust', 'Evasion', 'tessa'), { title: 'New wheels' }),
    entryOf(4, 'status', bikeOf(4, 'Bombtrack', 'Beyond', 'jonas'), { ownership: 'Stolen' }),
    entryOf(5, 'won', bikeOf(5, 'Rivendell', 'Homer', 'lea'), { week: '2026-W47' }),
  ],
  hasMoreEntries: true,
  own: [
    { bike: own, likes: 12, comments: 1, favorites: 2, place: { week: '2026-W48', rank: 2 } },
    { bike: bikeOf(8, 'Genesis', 'Croix de Fer', 'ann'), likes: 0, comments: 0, favorites: 1, rank: 4 },
  ],
  hasMoreOwn: false,
  winner: { week: '2026-W48', bike: bikeOf(6, 'Stooge', 'Scrambler', 'bea') },
};
