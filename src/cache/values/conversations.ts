import type { Conversation, Correspondence, Message } from '#contract/conversations.ts';
import type { Id } from '#contract/ids.ts';
import type { Page } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import type { Cached, CacheReader } from '#src/cache/cached.ts';
import { changed, extended, type Pages, refreshed } from '#src/cache/pages.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';
import { cachedBikes } from './bikes.ts';

/** Stored in the `marks` table, so that it is deleted with the member's viewer state. */
type CachedRow = { key: string; userId: Id; bikeId: ''; savedAt: number };
type CachedList = CachedRow & Pages<Conversation>;
/** The messages of two members, newest first, and the state of their correspondence. */
type CachedThread = CachedRow & Pages<Message> & { correspondence: Correspondence };

const lists = cacheTable<CachedList>('marks', 'key');
const threads = cacheTable<CachedThread>('marks', 'key');
const day = 86_400_000;
/** Limits for cached conversations that are not open. */
const limits = { conversations: 500, threads: 50, messages: 50, age: 30 * day };
/** Maximum number of cached messages of the open conversation. */
const maxOpenMessages = 2000;

const listKey = (userId: Id) => `${userId}:conversations`;
const threadPrefix = (userId: Id) => `${userId}:messages:`;
const threadKey = (userId: Id, otherId: Id) => threadPrefix(userId) + otherId;

/** A member's conversations as the server last sent them. */
export const conversationsOf = (userId: Id): Promise<CachedList | undefined> => lists.get(listKey(userId));

export const saveConversations = (userId: Id, page: Page<Conversation>, now = serverNow()): Promise<void> =>
  writeCache(async () => {
    const pages = refreshed(await conversationsOf(userId), page, limits.conversations);
    await lists.put({ key: listKey(userId), userId, bikeId: '', ...pages, savedAt: now });
  });

const changeList = (userId: Id, work: (pages: Pages<Conversation>) => Pages<Conversation>): Promise<void> =>
  writeCache(async () => {
    const cached = await conversationsOf(userId);
    if (cached) await lists.put({ ...cached, ...work(cached) });
  });

/** Appends earlier conversations. */
export const extendConversations = (userId: Id, page: Page<Conversation>): Promise<void> =>
  changeList(userId, (pages) => extended(pages, page));

/** The cached messages of two members. */
export const messagesOf = (userId: Id, otherId: Id): Promise<CachedThread | undefined> =>
  threads.get(threadKey(userId, otherId));

/** Evicts conversations that are too old or too many, except `but`. Call it inside a transaction. */
async function evictThreads(userId: Id, but: string, now: number): Promise<void> {
  const all = (await threads.where('userId', userId)).filter(({ key }) => key.startsWith(threadPrefix(userId)));
  const others = all.filter(({ key }) => key !== but).sort((a, b) => b.savedAt - a.savedAt);
  const evicted = others.filter(({ savedAt }, place) => place >= limits.threads - 1 || savedAt < now - limits.age);
  if (evicted.length > 0) await threads.remove(...evicted.map(({ key }) => key));
}

/** Caches the newest messages of a conversation, and keeps the earlier ones that still join them. */
export const saveMessages = (
  userId: Id,
  correspondence: Correspondence,
  page: Page<Message>,
  now = serverNow(),
): Promise<void> =>
  writeCache(async () => {
    const otherId = correspondence.with.id;
    const key = threadKey(userId, otherId);
    const before = await messagesOf(userId, otherId);
    const pages = refreshed(before, page, maxOpenMessages);
    await threads.put({ key, userId, bikeId: '', correspondence, ...pages, savedAt: now });
    const { conversation } = correspondence;
    if (conversation) {
      await changeList(userId, (pages) =>
        changed(
          pages,
          inConversation(otherId, () => conversation),
        ),
      );
    }
    if (!before) await evictThreads(userId, key, now);
  });

const changeThread = (userId: Id, otherId: Id, work: (cached: CachedThread) => Partial<CachedThread>): Promise<void> =>
  writeCache(async () => {
    const cached = await messagesOf(userId, otherId);
    if (cached) await threads.put({ ...cached, ...work(cached) });
  });

/** Appends earlier messages. */
export const extendMessages = (userId: Id, otherId: Id, page: Page<Message>): Promise<void> =>
  changeThread(userId, otherId, (cached) => extended(cached, page));

/** Drops the earlier messages of a conversation that was closed. */
export const trimMessages = (userId: Id, otherId: Id): Promise<void> =>
  changeThread(userId, otherId, ({ items, ends }) => {
    const first = ends[0];
    return items.length > limits.messages && first && first.at < items.length
      ? { items: items.slice(0, first.at), ends: [first] }
      : {};
  });

/** A member's conversations, latest first. */
export const conversations: Cached<Conversation[], 'all'> = {
  read: async (userId) => (await conversationsOf(userId))?.items ?? null,
  empty: () => [],
  change: (userId, _, to) => changeList(userId, (pages) => changed(pages, to)),
};

/** The messages of two members, newest first, by the other's id. */
export const messages: Cached<Message[], Id> = {
  read: async (userId, otherId) => (await messagesOf(userId, otherId))?.items ?? null,
  empty: () => [],
  change: (userId, otherId, to) => changeThread(userId, otherId, (cached) => changed(cached, to)),
};

/** The state of the correspondence of two members, by the other's id; null if unknown. */
export const correspondence: Cached<Correspondence | null, Id> = {
  read: async (userId, otherId) => (await messagesOf(userId, otherId))?.correspondence ?? null,
  empty: () => null,
  change: (userId, otherId, to) =>
    changeThread(userId, otherId, ({ correspondence: known }) => ({ correspondence: to(known) ?? known })),
};

/** Changes the conversation with a member in the list. */
export const inConversation =
  (otherId: Id, to: (conversation: Conversation) => Conversation) =>
  (all: Conversation[]): Conversation[] =>
    all.map((one) => (one.with.id === otherId ? to(one) : one));

/** Changes the conversation that is stored with the messages. */
export const inCorrespondence =
  (to: (conversation: Conversation) => Conversation) =>
  (known: Correspondence | null): Correspondence | null =>
    known && { ...known, conversation: known.conversation && to(known.conversation) };

/** Changes a message where it is the last one of a conversation. */
export const withLast =
  (messageId: Id, to: (message: Message) => Message) =>
  (one: Conversation): Conversation =>
    one.last.id === messageId ? { ...one, last: to(one.last) } : one;

export const isBy = ({ id }: { id: Id }, { authorId }: Message): boolean => authorId === id;

/** Finds a person in the conversations or among the owners of cached bikes. */
export async function knownPerson(view: CacheReader, otherId: Id): Promise<Person | undefined> {
  const known = (await view.read(conversations, 'all')).find((one) => one.with.id === otherId);
  return known?.with ?? (await cachedBikes()).find(({ bike }) => bike.owner.id === otherId)?.bike.owner;
}
