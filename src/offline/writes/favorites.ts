import type { Endpoint } from '#contract/endpoint.ts';
import { type OutboxRow, rowOf } from '../rows.ts';
import { plainButtons, plainWrite, type Write, type Writes } from './write.ts';

type Kind =
  | 'favorite.put'
  | 'favorite.delete'
  | 'folder.add'
  | 'folder.rename'
  | 'folder.delete'
  | 'folder.sort'
  | 'folder.order';

/** The row that undoes another one, at the same address. What a call takes and gives is no part of a first page. */
function undoing(row: OutboxRow, kind: Kind, method: 'PUT' | 'DELETE', query = ''): OutboxRow[] {
  const { userId, lane, targetId, subject, part, title, coalesceKey } = row;
  const facts = { userId, lane, kind, targetId, subject, part, title: `Taken back: ${title}` };
  const call = { method, path: '' } as Endpoint<typeof method, ''>;
  return [{ ...rowOf(call, {}, { ...facts, dependsOn: [row.id] }), path: row.path + query, coalesceKey }];
}

const favorite = (done: string, after: string, opposite: Write['opposite']): Write => ({
  ...plainWrite,
  action: 'BikeFavorite',
  words: { ...plainButtons, done, after },
  opposite,
});

const folder = (action: Write['action'], done: string): Write => ({
  ...plainWrite,
  action,
  words: { ...plainButtons, done, after: 'folder' },
  opposite: null,
});

export const favoriteWrites: Writes<Kind> = {
  'favorite.put': favorite('Added', 'folder', (row) => undoing(row, 'favorite.delete', 'DELETE')),
  'favorite.delete': favorite('Taken out', 'bike', (row) => undoing(row, 'favorite.put', 'PUT')),
  'folder.add': {
    ...folder('AddFavoriteFolder', 'Made'),
    creates: true,
    opposite: (row) => undoing({ ...row, part: true }, 'folder.delete', 'DELETE', '?keepBikes=true'),
  },
  'folder.rename': folder('UpdateFavoriteFolder', 'Renamed'),
  'folder.delete': folder('DeleteFavoriteFolder', 'Deleted'),
  'folder.sort': folder('UpdateFavoriteFolder', 'Sorted'),
  'folder.order': folder('UpdateFavoriteFolder', 'Sorted'),
};
