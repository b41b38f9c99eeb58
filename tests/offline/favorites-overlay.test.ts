import { describe, expect, test } from 'vitest';
import type { BikeCard } from '#contract/bikes.ts';
import type { OutboxRow } from '#src/offline/rows.ts';
import { overlayFavorite, overlayFolderBikes, overlayFolders } from '#src/offline/writes/favorite-overlay.ts';
import {
  addFolderRow,
  deleteFolderRow,
  favoriteRow,
  orderFoldersRow,
  renameFolderRow,
  sortFolderRow,
} from '#src/offline/writes/favorite-rows.ts';
import { writeOf } from '#src/offline/writes/table.ts';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';

const me = '01890000-0000-7000-8000-00000000000a';
const steel = { id: '01890000-0000-7000-8000-000000000301', name: 'Steel' };
const first = { id: me, name: 'Favorites' };
const folder = (named: { id: string; name: string }, count = 0) => ({ ...named, count, covers: [], shareId: null });
const [card, other] = [cardNumber(1), cardNumber(2)];
const subject = { kind: 'bike', id: card.id, title: 'A bike', picture: null };
const keep = (on: boolean, into = steel): OutboxRow => favoriteRow(subject, me, { folder: into, card }, on);
const failed = (row: OutboxRow): OutboxRow => ({ ...row, state: 'failed' });
const shown = (rows: OutboxRow[], kept: ReturnType<typeof folder>[] | null = [folder(first), folder(steel, 2)]) =>
  overlayFolders(kept, rows, me).map(({ name, count }) => `${name} ${count}`);

describe('folders', () => {
  test('the one that everybody has is there before the site has told anything', () => {
    expect(shown([], null)).toEqual(['Favorites 0']);
    expect(shown([keep(true, first)], null)).toEqual(['Favorites 1']);
  });
  test('what waits makes, renames, fills, orders and deletes them', () => {
    const wood = { id: '01890000-0000-7000-8000-000000000302', name: 'Wood' };
    const rows = [addFolderRow(wood, me), renameFolderRow(steel, me, 'Iron'), keep(true, wood)];
    expect(shown(rows)).toEqual(['Favorites 0', 'Iron 2', 'Wood 1']);
    expect(shown([...rows, orderFoldersRow(me, [wood.id, me])])).toEqual(['Wood 1', 'Favorites 0', 'Iron 2']);
    expect(shown([...rows, deleteFolderRow(steel, me, true)])).toEqual(['Favorites 0', 'Wood 1']);
  });
  test('what was refused changes nothing', () => {
    const rows = [deleteFolderRow(steel, me, true), renameFolderRow(steel, me, 'Iron'), keep(true)].map(failed);
    expect(shown(rows)).toEqual(['Favorites 0', 'Steel 2']);
  });
});

describe('the bikes of a folder', () => {
  const ids = (rows: OutboxRow[], cards = [other], moving: BikeCard[] = []) =>
    overlayFolderBikes(steel.id, cards, rows, moving).map(({ id }) => id);

  test('what waits comes first, and not twice once it has arrived', () => {
    expect(ids([keep(true)])).toEqual([card.id, other.id]);
    expect(ids([keep(true)], [other, card])).toEqual([other.id, card.id]);
  });
  test('what is taken out is out, whatever the other folders say', () => {
    expect(ids([keep(false)], [card, other])).toEqual([other.id]);
    expect(ids([keep(false, first)], [card, other])).toEqual([card.id, other.id]);
    expect(ids([failed(keep(false))], [card, other])).toEqual([card.id, other.id]);
  });
  test('they stand as they were sorted, and take in what a deleted folder leaves', () => {
    expect(ids([sortFolderRow(steel, me, [card.id])], [other, card])).toEqual([card.id, other.id]);
    expect(ids([], [other], [card])).toEqual([card.id, other.id]);
  });
});

describe('the mark on a bike', () => {
  test('the first folder counts, the second does not, and the last one out counts', () => {
    expect(overlayFavorite(card.id, [], 4, [keep(true)])).toEqual({ folderIds: [steel.id], favorites: 5 });
    expect(overlayFavorite(card.id, [me], 4, [keep(true)]).favorites).toBe(4);
    expect(overlayFavorite(card.id, [steel.id], 4, [keep(false)])).toEqual({ folderIds: [], favorites: 3 });
    expect(overlayFavorite(card.id, [steel.id], 4, [keep(true)]).favorites).toBe(4);
  });
  test('another bike, and what was refused, leave it', () => {
    expect(overlayFavorite(other.id, [me], 4, [keep(true)])).toEqual({ folderIds: [me], favorites: 4 });
    expect(overlayFavorite(card.id, [], 4, [failed(keep(true))])).toEqual({ folderIds: [], favorites: 4 });
  });
});

test('what waits for a folder that was refused counts nowhere as saved', () => {
  const made = failed(addFolderRow(steel, me));
  const inside = { ...keep(true), dependsOn: [made.id] };
  const sorted = { ...sortFolderRow(steel, me, [other.id]), dependsOn: [made.id] };
  const rows = [made, inside, sorted];
  expect(overlayFavorite(card.id, [], 4, rows)).toEqual({ folderIds: [], favorites: 4 });
  expect(overlayFolderBikes(steel.id, [], rows)).toEqual([]);
  expect(shown(rows, [folder(first)])).toEqual(['Favorites 0']);
  // It does again as soon as the folder goes out under another name.
  const again = [{ ...made, state: 'queued' as const }, inside];
  expect(overlayFavorite(card.id, [], 4, again)).toEqual({ folderIds: [steel.id], favorites: 5 });
});

test('taking back what may have arrived is the opposite, and a folder that may have arrived leaves its bikes', () => {
  const row = keep(true);
  expect(writeOf(row).opposite?.(row)).toMatchObject([{ method: 'DELETE', kind: 'favorite.delete', path: row.path }]);
  const made = addFolderRow(steel, me);
  const [opposite] = writeOf(made).opposite?.(made) ?? [];
  expect(opposite).toMatchObject({ method: 'DELETE', dependsOn: [made.id] });
  expect(opposite?.path).toBe(`${made.path}?keepBikes=true`);
});
