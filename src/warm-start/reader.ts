import type { AuthUser } from '#contract/auth.ts';
import type { Id } from '#contract/ids.ts';
import type { EarlyRead, EarlyRow } from './warm-start.ts';

// Imports types only: this file runs before all other scripts, while they are loading.

type MetaRow<T> = { value: T } | undefined;
type Read = <T>(...read: EarlyRead) => Promise<T>;

/** Opens an existing database; null when there is none. Creates none, and closes it when a newer build upgrades it. */
const openExisting = (name: string): Promise<IDBDatabase | null> =>
  new Promise((resolve) => {
    try {
      const request = indexedDB.open(name);
      request.onupgradeneeded = () => request.transaction?.abort();
      request.onerror = (event) => {
        event.preventDefault();
        resolve(null);
      };
      request.onsuccess = () => {
        request.result.onversionchange = () => request.result.close();
        resolve(request.result);
      };
    } catch {
      resolve(null);
    }
  });

const resultOf = <T>(request: IDBRequest): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function request(store: IDBObjectStore, [, , how, key = '', value]: EarlyRead): IDBRequest {
  if (how === 'keys') return store.getAllKeys();
  return how === 'where' ? store.index(key).getAll(value) : store.get(key);
}

/**
 * Runs `work` in one read transaction, then closes the database. Adds each result to `rows`. @throws when the database
 * does not exist
 */
async function readIn<T>(
  db: Promise<IDBDatabase | null>,
  tables: string[],
  rows: EarlyRow[],
  work: (read: Read) => Promise<T>,
): Promise<T> {
  const open = await db;
  if (!open) throw new Error('There is no such database.');
  try {
    const all = open.transaction(tables);
    const leave = ({ persisted }: PageTransitionEvent) => persisted && all.abort();
    addEventListener('pagehide', leave);
    all.oncomplete = all.onabort = () => removeEventListener('pagehide', leave);
    return await work(async <R>(...read: EarlyRead) => {
      const found = await resultOf<R>(request(all.objectStore(read[1]), read));
      rows.push([read, found]);
      return found;
    });
  } finally {
    open.close();
  }
}

/** How often somebody logged in or signed out on this device. */
const sessionGenerationIn = (read: Read) =>
  read<MetaRow<number>>('vault', 'meta', 'get', 'sessionTurn').then((row) => row?.value ?? 0);

const bikePage = /^\/bike\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\/|$)/;

/**
 * Reads the rows that the first screen of a path needs; null for paths whose rows are not known before the scripts have
 * loaded.
 */
async function rowsFor(path: string): Promise<{ rows: EarlyRow[]; generation: number } | null> {
  const bikeId = bikePage.exec(path)?.[1];
  const own = path === '/user/bikes';
  if (path !== '/' && !own && !bikeId) return null;
  const [userDb, cache] = [openExisting('vault'), openExisting('cache')];
  const rows: EarlyRow[] = [];
  const { user, turn: generation } = await readIn(
    userDb,
    ['meta', 'outbox', 'sent', 'drafts', 'draftPhotoInfo'],
    rows,
    async (read) => {
      const [generation, now, last] = await Promise.all([
        sessionGenerationIn(read),
        read<MetaRow<AuthUser>>('vault', 'meta', 'get', 'authUser'),
        read<MetaRow<AuthUser>>('vault', 'meta', 'get', 'lastUser'),
      ]);
      const user = now?.value.id;
      const memberId = user ?? last?.value.id;
      if (!memberId) return { user, turn: generation };
      const drafts = own && user ? read<{ id: Id }[]>('vault', 'drafts', 'where', 'userId', user) : [];
      await Promise.all([
        read('vault', 'outbox', 'where', 'userId', memberId),
        read('vault', 'sent', 'where', 'userId', memberId),
        ...(user ? [] : [read('vault', 'meta', 'get', 'shut')]),
        ...(await drafts).map(({ id }) => read('vault', 'draftPhotoInfo', 'where', 'draftId', id)),
      ]);
      return { user, turn: generation };
    },
  );
  await readIn<unknown>(cache, ['feeds', 'bikes', 'threads', 'marks', 'lists'], rows, (read) => {
    const stored = (table: string, key: string) => read('cache', table, 'get', key);
    const bikes = read('cache', 'bikes', 'keys');
    const blocks = user && !own ? [stored('marks', `${user}:blocks`)] : [];
    if (bikeId) {
      const viewerState = user ? [stored('marks', `${user}:${bikeId}`)] : [];
      const related = stored('feeds', `beside:${bikeId}`);
      return Promise.all([
        stored('bikes', bikeId),
        stored('threads', bikeId),
        related,
        bikes,
        ...viewerState,
        ...blocks,
      ]);
    }
    const feeds = own ? [`own:${user}`] : ['winners', 'popular', 'recent', 'random'];
    const list = stored('lists', own ? 'brands' : 'figures');
    return Promise.all([bikes, ...feeds.map((key) => stored('feeds', key)), list, ...blocks]);
  });
  return { rows, generation };
}

// The language is no part of what is stored.
const reading = rowsFor(location.pathname.replace(/^\/[a-z]{2}(?:-[a-z]{2})?(?=\/|$)/, '') || '/').catch(() => null);

/**
 * The stored rows for the screen that the page opened with, read without Dexie. Null when they are not known, when
 * nothing is stored, and when somebody has logged in or signed out since they were read.
 */
export async function earlyRows(): Promise<EarlyRow[] | null> {
  const found = await reading;
  if (!found) return null;
  const generation = await readIn(openExisting('vault'), ['meta'], [], sessionGenerationIn).catch(() => null);
  return generation === found.generation ? found.rows : null;
}
