import type { AuthUser } from '#contract/auth.ts';
import type { Draft } from '../storage/user-db.ts';
import type { EarlyRead, EarlyRow } from './warm-start.ts';

// Nothing is imported but types: this file runs before all others, while they are on their way.

type Kept<T> = { value: T } | undefined;
type Read = <T>(...read: EarlyRead) => Promise<T>;

/** A database that is there already; null where there is none. It makes none, and gives way to a newer build. */
const opened = (name: string): Promise<IDBDatabase | null> =>
  new Promise((resolve) => {
    try {
      const asked = indexedDB.open(name);
      asked.onupgradeneeded = () => asked.transaction?.abort();
      asked.onerror = (event) => {
        event.preventDefault();
        resolve(null);
      };
      asked.onsuccess = () => {
        asked.result.onversionchange = () => asked.result.close();
        resolve(asked.result);
      };
    } catch {
      resolve(null);
    }
  });

const answered = <T>(asked: IDBRequest): Promise<T> =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });

function request(store: IDBObjectStore, [, , how, key = '', value]: EarlyRead): IDBRequest {
  if (how === 'keys') return store.getAllKeys();
  return how === 'where' ? store.index(key).getAll(value) : store.get(key);
}

/** Reads in one transaction, and lets go of the database. Notes in `rows` what is found. @throws when it is another one */
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
      const found = await answered<R>(request(all.objectStore(read[1]), read));
      rows.push([read, found]);
      return found;
    });
  } finally {
    open.close();
  }
}

/** How often somebody came or went on this device. */
const turnIn = (read: Read) => read<Kept<number>>('vault', 'meta', 'get', 'sessionTurn').then((row) => row?.value ?? 0);

const bikePage = /^\/bike\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\/|$)/;

/** What the first screen of an address is drawn from; null where that is not known before its scripts are here. */
async function rowsFor(path: string): Promise<{ rows: EarlyRow[]; turn: number } | null> {
  const bikeId = bikePage.exec(path)?.[1];
  const own = path === '/user/bikes';
  if (path !== '/' && !own && !bikeId) return null;
  const [vault, cache] = [opened('vault'), opened('cache')];
  const rows: EarlyRow[] = [];
  const { user, turn } = await readIn(
    vault,
    ['meta', 'outbox', 'sent', 'drafts', 'draftPhotoInfo'],
    rows,
    async (read) => {
      const [turn, now, last] = await Promise.all([
        turnIn(read),
        read<Kept<AuthUser>>('vault', 'meta', 'get', 'authUser'),
        read<Kept<AuthUser>>('vault', 'meta', 'get', 'lastUser'),
      ]);
      const user = now?.value.id;
      const whose = user ?? last?.value.id;
      if (!whose) return { user, turn };
      const drafts = own && user ? read<Draft[]>('vault', 'drafts', 'where', 'userId', user) : [];
      await Promise.all([
        read('vault', 'outbox', 'where', 'userId', whose),
        read('vault', 'sent', 'where', 'userId', whose),
        ...(user ? [] : [read('vault', 'meta', 'get', 'shut')]),
        ...(await drafts).map(({ id }) => read('vault', 'draftPhotoInfo', 'where', 'draftId', id)),
      ]);
      return { user, turn };
    },
  );
  await readIn<unknown>(cache, ['feeds', 'bikes', 'threads', 'marks', 'lists'], rows, (read) => {
    const kept = (table: string, key: string) => read('cache', table, 'get', key);
    const blocks = user && !own ? [kept('marks', `${user}:blocks`)] : [];
    if (bikeId) {
      const marks = user ? [kept('marks', `${user}:${bikeId}`)] : [];
      return Promise.all([kept('bikes', bikeId), kept('threads', bikeId), ...marks, ...blocks]);
    }
    const feeds = own ? [`own:${user}`] : ['winners', 'popular', 'recent', 'random'];
    const list = kept('lists', own ? 'brands' : 'figures');
    return Promise.all([read('cache', 'bikes', 'keys'), ...feeds.map((key) => kept('feeds', key)), list, ...blocks]);
  });
  return { rows, turn };
}

const reading = rowsFor(location.pathname).catch(() => null);

/**
 * What this device has kept of the screen that the page began with, read without Dexie; null where that is not known,
 * where nothing is kept, and where somebody has come or gone since it was read.
 */
export async function earlyRows(): Promise<EarlyRow[] | null> {
  const found = await reading;
  if (!found) return null;
  const turn = await readIn(opened('vault'), ['meta'], [], turnIn).catch(() => null);
  return turn === found.turn ? found.rows : null;
}
