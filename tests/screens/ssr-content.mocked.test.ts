import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import type { Bike } from '#contract/bike-whole.ts';
import { cardOf } from '#contract/bikes.ts';
import { Frame } from '#src/app/frame.tsx';
import { Pages } from '#src/app/pages.tsx';
import type { Feed } from '#src/features/bikes/list/bike-lists.queries.ts';
import type { ShownBike } from '#src/features/bikes/shown-bike.ts';
import type { Thread } from '#src/features/comments/comments.queries.ts';
import type { Read } from '#src/queries/read.ts';
import { renderPage, renderTwice } from '#tests/kit/server-render.ts';

// Named before the mocks, which are hoisted above every import.
const fixture = await vi.hoisted(async () => {
  const { withEveryField } = await import('#contract/bike-defaults.ts');
  const id = '01890000-0000-7000-8000-000000000101';
  const owner = { id: '01890000-0000-7000-8000-000000000001', username: 'bert', avatar: '' };
  const photo = { id: '01890000-0000-7000-8000-0000000000f1', width: 1200, height: 800, kind: 'Drive side' as const };
  const part = {
    ...{ id: '01890000-0000-7000-8000-0000000000a1', position: null, brand: '', isStock: false, weightG: 520 },
  };
  const day = {
    ...{ id: '01890000-0000-7000-8000-0000000000b1', text: 'It squeaked.' },
    componentChanges: [{ slot: 'Saddle' as const, before: 'Perished foam', after: 'Brooks B17' }],
  };
  const bike = withEveryField({
    ...{ id, slug: '2021-surly-ogre', brand: 'Surly', brandId: 'surly', brandOther: '', model: 'Ogre', year: 2021 },
    ...{ nickname: 'Mud Lark', category: 'Touring', drivetrain: '1x', rearGear: '11-Speed', status: 'Active', owner },
    ...{ frameMaterial: 'Steel', wheelSize: '29"', tireWidthMm: 63.5, suspension: 'Rigid', brakeType: null },
    ...{ handlebarType: null, colors: ['Green'], weightG: 13_400, story: 'Found in a barn.' },
    counts: { likes: 1234, comments: 1, views: 9, favorites: 2 },
    photos: [{ ...photo, thumbhash: 'lQgGDYIJt4iAh3eAiHh3h3B3B4hwd3c=', caption: 'In the rain', alt: '' }],
    won: { week: '2026-W09', votes: 12 },
    ...{ publishedAt: '2026-03-04T10:00:00.000Z', updatedAt: '2026-03-04T10:00:00.000Z', version: 1 },
    components: [{ ...part, slot: 'Saddle' as const, text: 'Brooks B17', note: 'broken in' }],
    history: [{ ...day, date: '2025-05-01', title: 'Out of the barn', photoIds: [photo.id] }],
    ...{ yearCirca: true, tags: ['barn-find'], videoUrl: 'https://vimeo.com/76979871', ownership: 'Sold' as const },
  }) satisfies Bike;
  const comment = {
    ...{ id: '01890000-0000-7000-8000-0000000000c1', bikeId: id, author: owner, text: 'Which fenders are those?' },
    ...{ status: 'Active' as const, addedAt: '2026-03-04T11:00:00.000Z', editedAt: null },
    ...{ waiting: null, userFlagged: false },
  };
  const read = <T>(data: T): Read<T> => ({
    ...{ state: 'ready', data, savedAt: null, savedCopy: false, refreshing: false, error: null },
    refresh: async () => undefined,
  });
  return { bike, comment, read };
});

vi.mock(import('#src/features/bikes/page/bike.queries.ts'), async (original) => ({
  ...(await original()),
  useBike: (): Read<ShownBike> => fixture.read({ ...fixture.bike, waiting: null }),
}));
vi.mock(import('#src/features/bikes/list/bike-lists.queries.ts'), async (original) => {
  const feed = (): Read<Feed> =>
    fixture.read({
      cards: [{ ...cardOf(fixture.bike), waiting: null }],
      more: true,
      hides: false,
      loadMore: async () => undefined,
    });
  return { ...(await original()), useRecent: feed, usePopular: feed, useWinners: feed };
});
vi.mock(import('#src/features/bikes/list/random.queries.ts'), async (original) => ({
  ...(await original()),
  useRandom: () => fixture.read(cardOf(fixture.bike)),
}));
vi.mock(import('#src/features/figures/figures.queries.ts'), async (original) => ({
  ...(await original()),
  useFigures: () => fixture.read({ bikes: 5678, members: 2, likes: 3, categories: [], decided: '2026-W10' }),
}));
vi.mock(import('#src/features/comments/comments.queries.ts'), async (original) => ({
  ...(await original()),
  useComments: (): Read<Thread> =>
    fixture.read({
      comments: [fixture.comment],
      pinned: [],
      hides: false,
      next: 'more',
      loadEarlier: async () => undefined,
    }),
}));
vi.mock(import('#src/features/likes/likes.queries.ts'), async (original) => ({
  ...(await original()),
  useLike: () => ({ liked: false, likes: fixture.bike.counts.likes }),
}));
vi.mock(import('#src/features/search/search.queries.ts'), async (original) => ({
  ...(await original()),
  useSearch: () => ({
    results: {
      state: 'found' as const,
      answer: {
        ...{ items: [cardOf(fixture.bike)], next: 'more', total: { count: 1000, atLeast: true } },
        facets: [
          {
            ...{ name: 'category' as const, atLeast: false },
            values: [{ value: 'Touring', label: 'Touring', count: 1234 }],
          },
        ],
        ...{ years: { from: 1986, to: 2021 }, weights: null, dropped: 'celeste', waysOut: [] },
        corrected: [{ typed: 'ogrre', read: 'ogre' }],
        ignored: [{ name: 'brand', value: 'nobody' }],
      },
    },
    loadMore: async () => undefined,
    retry: () => undefined,
  }),
}));

const site = () => createElement(Frame, { children: createElement(Pages) });
const page = `/bike/${fixture.bike.id}/${fixture.bike.slug}`;
const pages: [address: string, shown: string[]][] = [
  ['/', ['Ogre', 'Recent', '1,234', 'Bike of the Week', 'Week 9, 23 Feb to 1 Mar', 'Week 10 had no winner.', '5,678']],
  [
    page,
    [
      'Found in a barn.',
      'Which fenders are those?',
      '1,234',
      '13.4',
      '63.5',
      'Touring',
      '4 Mar 2026',
      'c. 2021',
      'Sold',
      'broken in',
      '520 g',
      'Out of the barn',
      'Perished foam',
      '#barn-find',
      'It is on <span>Vimeo</span>',
    ],
  ],
  [
    '/bike/search?keywords=ogre&category=Touring&sort=Best',
    [
      ...['Ogre', 'Remove the filter Touring', '1,234', '1,000+ bikes', '1986', 'ogrre', 'celeste'],
      ...['Brand “nobody”', 'Sort “Best”'],
    ],
  ],
];

test.each(pages)('%s is rendered with its given data on the server', async (address, shown) => {
  const { html, asked } = await renderPage(site(), address);
  expect(asked).toEqual([]);
  for (const text of shown) expect(html).toContain(text);
});

test.each(pages)('%s is rendered alike at any time, in every time zone and year, with its content', async (address) => {
  const { first, second } = await renderTwice(site, address);
  expect(second.html).toBe(first.html);
});

test('a server-rendered bike has its own canonical URL', async () => {
  const { html } = await renderPage(site(), page);
  expect(html).toContain(`rel="canonical" href="${page}"`);
});
