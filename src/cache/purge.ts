import { cacheTable } from '#src/storage/cache-db.ts';
import { applyServerChange } from './generation.ts';

type Row = { key: string; userId?: string };

const feeds = cacheTable<Row>('feeds', 'key');
const viewerStates = cacheTable<Row>('marks', 'key');
const lists = cacheTable<Row>('lists', 'key');

/** Whether a row belongs to a member. Own bikes say so in their key only. */
const isPrivate = ({ key, userId }: Row): boolean => Boolean(userId) || key.startsWith('own-');

/** Deletes members' private data from the cache. Answers that are still on their way are discarded. Called at sign-out. */
export const purgePrivate = (): Promise<void> =>
  applyServerChange(async () => {
    await viewerStates.clear();
    for (const table of [feeds, lists])
      await table.remove(...(await table.all()).filter(isPrivate).map(({ key }) => key));
  });
