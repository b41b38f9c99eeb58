import { describe, expect, test } from 'vitest';
import type { BikeCard } from '#contract/bikes.ts';
import type { Photo } from '#contract/photos.ts';
import { bikeCounts, viewerState } from '#src/cache/values/viewer-state.ts';
import { folderBikes, folders } from '#src/features/favorites/favorites.cache.ts';
import * as mutations from '#src/features/favorites/favorites.mutations.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { definitionOf } from '#src/outbox/registry.ts';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { entry, viewOf } from '#tests/kit/optimistic.ts';

const noPhoto: Photo = { id: '', width: 3, height: 2, thumbhash: '', kind: 'Other', caption: '', alt: '' };
const me = '01890000-0000-7000-8000-00000000000a';
const steel = { id: '01890000-0000-7000-8000-000000000301', name: 'Steel' };
const first = { id: me, name: 'Favorites' };
const folder = (named: { id: string; name: string }, count = 0) => ({
  ...named,
  count,
  covers: [],
  shareId: null,
  listed: false,
  text: '',
  notes: 0,
});
const [card, other] = [cardNumber(1), cardNumber(2)];
const subject = { kind: 'bike', id: card.id, title: 'A bike', picture: null };
const placing = (into: typeof steel) => ({ bike: subject, card, folder: into });
const keep = (on: boolean, into = steel): QueuedMutation =>
  (on ? mutations.addFavoriteMutation : mutations.removeFavoriteMutation).create(placing(into), me);
const addFolderRow = (named: typeof steel) => mutations.addFolderMutation.create(named, me);
const deleteFolderRow = (named: typeof steel) =>
  mutations.deleteFolderMutation.create({ folder: named, keepBikes: true }, me);
const renameFolderRow = (named: typeof steel, name: string) =>
  mutations.renameFolderMutation.create({ folder: named, name }, me);
const failed = (row: QueuedMutation): QueuedMutation => ({ ...row, state: 'failed' });

const member = { id: me, username: 'ana', avatar: '' };
/** The optimistic view of a cache that holds `entries`. */
const on = (rows: QueuedMutation[], ...entries: ReturnType<typeof entry>[]) => viewOf(member, rows, ...entries);
const shown = async (
  rows: QueuedMutation[],
  cached: ReturnType<typeof folder>[] | null = [folder(first), folder(steel, 2)],
  ...more: ReturnType<typeof entry>[]
) =>
  (await (await on(rows, entry(folders, 'all', cached), ...more)).read(folders, 'all')).map(
    ({ name, count }) => `${name} ${count}`,
  );

describe('folders', () => {
  test('the default one exists before the site has replied', async () => {
    expect(await shown([], null)).toEqual(['Favorites 0']);
    expect(await shown([keep(true, first)], null)).toEqual(['Favorites 1']);
  });
  test('queued mutations create, rename, fill, sort and delete them', async () => {
    const wood = { id: '01890000-0000-7000-8000-000000000302', name: 'Wood' };
    const rows = [addFolderRow(wood), renameFolderRow(steel, 'Iron'), keep(true, wood)];
    expect(await shown(rows)).toEqual(['Favorites 0', 'Iron 2', 'Wood 1']);
    expect(await shown([...rows, mutations.orderFoldersMutation.create([wood.id, me], me)])).toEqual([
      'Wood 1',
      'Favorites 0',
      'Iron 2',
    ]);
    expect(await shown([...rows, deleteFolderRow(steel)])).toEqual(['Favorites 0', 'Wood 1']);
  });
  test('failed mutations change nothing', async () => {
    const rows = [deleteFolderRow(steel), renameFolderRow(steel, 'Iron'), keep(true)].map(failed);
    expect(await shown(rows)).toEqual(['Favorites 0', 'Steel 2']);
  });
});

describe('the bikes of a folder', () => {
  const ids = async (rows: QueuedMutation[], cards: BikeCard[] | null = [other], ...more: ReturnType<typeof entry>[]) =>
    (await (await on(rows, entry(folderBikes, steel.id, cards), ...more)).read(folderBikes, steel.id)).map(
      ({ id }) => id,
    );

  test('queued ones come first, and only once after they have arrived', async () => {
    expect(await ids([keep(true)])).toEqual([card.id, other.id]);
    expect(await ids([keep(true)], null)).toEqual([card.id]);
    expect(await ids([keep(true)], [other, card])).toEqual([other.id, card.id]);
  });
  test('removed ones are gone, whatever the other folders say', async () => {
    expect(await ids([keep(false)], [card, other])).toEqual([other.id]);
    expect(await ids([keep(false, first)], [card, other])).toEqual([card.id, other.id]);
    expect(await ids([failed(keep(false))], [card, other])).toEqual([card.id, other.id]);
  });
  test('they keep the order of the sent list', async () => {
    const sorted = mutations.orderBikesMutation.create({ folder: steel, order: [card.id] }, me);
    expect(await ids([sorted], [other, card])).toEqual([card.id, other.id]);
  });
  test('a deleted folder moves its bikes to the default one, queued ones too', async () => {
    const view = await on(
      [keep(true), deleteFolderRow(steel)],
      entry(folderBikes, steel.id, [other]),
      entry(folderBikes, me, []),
    );
    expect((await view.read(folderBikes, me)).map(({ id }) => id)).toEqual([other.id, card.id]);
    expect(await view.read(folderBikes, steel.id)).toEqual([]);
  });
  test('an arrived mutation is not counted twice', async () => {
    expect(await shown([keep(true)], undefined, entry(folderBikes, steel.id, [card]))).toEqual([
      'Favorites 0',
      'Steel 2',
    ]);
  });
});

test("a saved bike leads the folder's four covers, and a removed one leaves them", async () => {
  const photo = (id: string) => ({ ...noPhoto, id });
  const withCover = { ...card, cover: photo('new') };
  const covers = ['1', '2', '3', '4'].map(photo);
  const shownCovers = async (row: QueuedMutation, before: Photo[]) => {
    const all = entry(folders, 'all', [{ ...folder(steel, before.length), covers: before }]);
    const [one] = await (await on([row], all)).read(folders, 'all');
    return one?.covers.map(({ id }) => id);
  };
  const placed = { ...placing(steel), card: withCover };
  const saved = mutations.addFavoriteMutation.create(placed, me);
  expect(await shownCovers(saved, covers)).toEqual(['new', '1', '2', '3']);
  expect(await shownCovers(saved, [])).toEqual(['new']);
  const removed = mutations.removeFavoriteMutation.create(placed, me);
  expect(await shownCovers(removed, [photo('1'), photo('new')])).toEqual(['1']);
});

describe('the favorite state of a bike', () => {
  const favoriteState = async (rows: QueuedMutation[], folderIds: string[], favorites = 4, bikeId = card.id) => {
    const counts = { ...card.counts, favorites };
    const state = { liked: false, favoritedFolderIds: folderIds };
    const view = await on(rows, entry(viewerState, bikeId, state), entry(bikeCounts, bikeId, counts));
    const { favoritedFolderIds } = await view.read(viewerState, bikeId);
    return { folderIds: favoritedFolderIds, favorites: (await view.read(bikeCounts, bikeId)).favorites };
  };
  test('the first folder counts, the second does not, and the last removal counts', async () => {
    expect(await favoriteState([keep(true)], [])).toEqual({ folderIds: [steel.id], favorites: 5 });
    expect((await favoriteState([keep(true)], [me])).favorites).toBe(4);
    expect(await favoriteState([keep(false)], [steel.id])).toEqual({ folderIds: [], favorites: 3 });
    expect((await favoriteState([keep(true)], [steel.id])).favorites).toBe(4);
  });
  test('is not changed by another bike or by failed mutations', async () => {
    expect(await favoriteState([keep(true)], [me], 4, other.id)).toEqual({ folderIds: [me], favorites: 4 });
    expect(await favoriteState([failed(keep(true))], [])).toEqual({ folderIds: [], favorites: 4 });
  });
  test('excludes a folder that is queued for deletion', async () => {
    expect((await favoriteState([deleteFolderRow(steel)], [steel.id, me])).folderIds).toEqual([me]);
  });
});

test('counts nothing queued for a failed folder', async () => {
  const made = failed(addFolderRow(steel));
  const inside = { ...keep(true), dependsOn: [made.id] };
  const order = mutations.orderBikesMutation.create({ folder: steel, order: [other.id] }, me);
  const rows = [made, inside, { ...order, dependsOn: [made.id] }];
  const counts = entry(bikeCounts, card.id, { ...card.counts, favorites: 4 });
  const foldersOf = async (queued: QueuedMutation[]) => {
    const view = await on(queued, counts);
    const { favoritedFolderIds = [] } = await view.read(viewerState, card.id);
    return { folderIds: favoritedFolderIds, favorites: (await view.read(bikeCounts, card.id)).favorites };
  };
  expect(await foldersOf(rows)).toEqual({ folderIds: [], favorites: 4 });
  expect(await (await on(rows)).read(folderBikes, steel.id)).toEqual([]);
  expect(await shown(rows, [folder(first)])).toEqual(['Favorites 0']);
  // It does again as soon as the folder is sent with another name.
  const again = [{ ...made, state: 'queued' as const }, inside];
  expect(await foldersOf(again)).toEqual({ folderIds: [steel.id], favorites: 5 });
});

test('undoing a possibly sent favorite queues its inverse, and undoing a possibly sent folder keeps its bikes', () => {
  const row = keep(true);
  expect(definitionOf(row).inverse?.(row)).toMatchObject([
    { method: 'DELETE', kind: 'favorite.delete', path: row.path },
  ]);
  const made = addFolderRow(steel);
  const [inverse] = definitionOf(made).inverse?.(made) ?? [];
  expect(inverse).toMatchObject({ method: 'DELETE', kind: 'folder.delete' });
  expect(inverse?.path).toBe(`${made.path}?keepBikes=true`);
});

test('each mutation has the same effect when applied twice, as it may be sent again', async () => {
  const rows = [
    keep(true),
    keep(false),
    addFolderRow({ ...steel, id: other.id }),
    renameFolderRow(steel, 'Iron'),
    deleteFolderRow(steel),
    mutations.orderBikesMutation.create({ folder: steel, order: [card.id] }, me),
    mutations.orderFoldersMutation.create([steel.id, me], me),
  ];
  const caches: ReturnType<typeof entry>[][] = [
    [],
    [
      entry(folders, 'all', [folder(first, 1), folder(steel, 1)]),
      entry(folderBikes, steel.id, [card]),
      entry(folderBikes, me, [other]),
      entry(viewerState, card.id, { liked: false, favoritedFolderIds: [steel.id] }),
      entry(bikeCounts, card.id, { ...card.counts, favorites: 3 }),
    ],
  ];
  const all = async (view: Awaited<ReturnType<typeof on>>) => [
    await view.read(folders, 'all'),
    await view.read(folderBikes, steel.id),
    await view.read(folderBikes, me),
    await view.read(viewerState, card.id),
    await view.read(bikeCounts, card.id),
  ];
  for (const cache of caches)
    for (const row of rows)
      expect(await all(await on([row, row], ...cache)), row.kind).toEqual(await all(await on([row], ...cache)));
});
