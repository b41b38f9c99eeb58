import type { Conversation, Correspondence, Message } from '#contract/conversations.ts';
import type { Id } from '#contract/ids.ts';
import type { Page } from '#contract/paging.ts';
import { changed, extended, type Pages, refreshed } from '#src/cache/pages.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { keep } from '#src/storage/cache-quota.ts';

/** They lie among the member's marks, and go with them. */
type Kept = { key: string; userId: Id; bikeId: ''; savedAt: number };
type KeptList = Kept & Pages<Conversation>;
/** What two members have written, the newest first, and how they stand to each other. */
type KeptThread = Kept & Pages<Message> & { correspondence: Correspondence };

const lists = cacheTable<KeptList>('marks', 'key');
const threads = cacheTable<KeptThread>('marks', 'key');
const day = 86_400_000;
/** What is kept of conversations that are not open. */
const most = { conversations: 500, threads: 50, messages: 50, age: 30 * day };
/** How many messages of an open one are kept in step with the site. */
const mostOpen = 2000;

const listKey = (userId: Id) => `${userId}:conversations`;
const threadPrefix = (userId: Id) => `${userId}:messages:`;
const threadKey = (userId: Id, otherId: Id) => threadPrefix(userId) + otherId;

/** A member's conversations as the site last told them. */
export const conversationsOf = (userId: Id): Promise<KeptList | undefined> => lists.get(listKey(userId));

export const saveConversations = (userId: Id, page: Page<Conversation>, now = Date.now()): Promise<void> =>
  keep(async () => {
    const pages = refreshed(await conversationsOf(userId), page, most.conversations);
    await lists.put({ key: listKey(userId), userId, bikeId: '', ...pages, savedAt: now });
  });

const changeList = (userId: Id, work: (pages: Pages<Conversation>) => Pages<Conversation>): Promise<void> =>
  keep(async () => {
    const kept = await conversationsOf(userId);
    if (kept) await lists.put({ ...kept, ...work(kept) });
  });

/** Adds earlier conversations to those that are kept. */
export const extendConversations = (userId: Id, page: Page<Conversation>): Promise<void> =>
  changeList(userId, (pages) => extended(pages, page));

/** Changes the conversations of the list, where one is kept. */
export const changeConversationItems = (userId: Id, to: (items: Conversation[]) => Conversation[]): Promise<void> =>
  changeList(userId, (pages) => changed(pages, to));

/** What this device has of what two members have written to each other. */
export const messagesOf = (userId: Id, otherId: Id): Promise<KeptThread | undefined> =>
  threads.get(threadKey(userId, otherId));

/** Lets go of what is too old, and of more conversations than are kept. Call it inside a transaction. */
async function makeRoom(userId: Id, but: string, now: number): Promise<void> {
  const all = (await threads.where('userId', userId)).filter(({ key }) => key.startsWith(threadPrefix(userId)));
  const others = all.filter(({ key }) => key !== but).sort((a, b) => b.savedAt - a.savedAt);
  const gone = others.filter(({ savedAt }, place) => place >= most.threads - 1 || savedAt < now - most.age);
  if (gone.length > 0) await threads.remove(...gone.map(({ key }) => key));
}

/** Keeps the newest messages of a conversation as they were just answered, and of the earlier ones what still joins them. */
export const saveMessages = (
  userId: Id,
  correspondence: Correspondence,
  page: Page<Message>,
  now = Date.now(),
): Promise<void> =>
  keep(async () => {
    const otherId = correspondence.with.id;
    const key = threadKey(userId, otherId);
    const before = await messagesOf(userId, otherId);
    const pages = refreshed(before, page, mostOpen);
    await threads.put({ key, userId, bikeId: '', correspondence, ...pages, savedAt: now });
    const { conversation } = correspondence;
    if (conversation) {
      await changeConversationItems(userId, (items) =>
        items.map((one) => (one.with.id === otherId ? conversation : one)),
      );
    }
    if (!before) await makeRoom(userId, key, now);
  });

const changeThread = (userId: Id, otherId: Id, work: (kept: KeptThread) => Partial<KeptThread>): Promise<void> =>
  keep(async () => {
    const kept = await messagesOf(userId, otherId);
    if (kept) await threads.put({ ...kept, ...work(kept) });
  });

/** Adds earlier messages to those that are kept. */
export const extendMessages = (userId: Id, otherId: Id, page: Page<Message>): Promise<void> =>
  changeThread(userId, otherId, (kept) => extended(kept, page));

/** Lets go of the earlier messages of a conversation that nobody looks at any more. */
export const trimMessages = (userId: Id, otherId: Id): Promise<void> =>
  changeThread(userId, otherId, ({ items, ends }) => {
    const first = ends[0];
    return items.length > most.messages && first && first.at < items.length
      ? { items: items.slice(0, first.at), ends: [first] }
      : {};
  });

/** Changes the messages of two members, where they are kept. */
export const changeMessageItems = (userId: Id, otherId: Id, to: (items: Message[]) => Message[]): Promise<void> =>
  changeThread(userId, otherId, (kept) => changed(kept, to));

/** Changes how the two stand to each other. */
export const changeCorrespondence = (
  userId: Id,
  otherId: Id,
  change: (correspondence: Correspondence) => Correspondence,
): Promise<void> => changeThread(userId, otherId, ({ correspondence }) => ({ correspondence: change(correspondence) }));
