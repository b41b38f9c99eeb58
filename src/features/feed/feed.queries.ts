import { useEffect, useRef } from 'react';
import { type FeedEntry, listFeed } from '#contract/feed.ts';
import { listSuggestions, type Suggestion } from '#contract/feed-suggestions.ts';
import type { Id } from '#contract/ids.ts';
import { listRow } from '#src/cache/list-row.ts';
import { followingOf } from '#src/cache/values/following.ts';
import { extendMemberFeed, memberFeed, memberFeedOf, saveMemberFeed } from '#src/cache/values/member-feed.ts';
import { blockedBy } from '#src/features/blocks/blocked.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import { useLive } from '#src/queries/live.queries.ts';
import type { Read } from '#src/queries/read.ts';
import { withSavedAt } from '#src/queries/use-cached-query.ts';

/** Entries of a page: two pages are what the device keeps. */
const pageLength = 50;
/** Milliseconds for which home shows the feed without asking again. */
const homeFreshForMs = 300_000;

type Place = 'page' | 'home';
type MemberFeed = { entries: FeedEntry[]; next: string | null };

const feed = defineQuery({
  name: 'member feed',
  endpoint: listFeed,
  request: (_: Place) => ({ query: { limit: pageLength } }),
  read: async ({ user, view }) => {
    const [cached, queued] = [await memberFeedOf(user.id), await view.get(memberFeed, 'all')];
    if (!cached) return withSavedAt<MemberFeed>(null);
    const blocked = await blockedBy(user.id);
    const entries = (queued ?? cached.entries).filter(
      ({ bike }) => bike.status === 'Active' && !blocked.has(bike.owner.id),
    );
    return withSavedAt({ entries, next: cached.next }, cached);
  },
  save: (page, _, userId) => saveMemberFeed(userId, page),
  extend: (page, _, userId) => extendMemberFeed(userId, page),
  isEnough: ({ savedAt }, place) =>
    place === 'home' && savedAt !== null && Math.abs(serverNow() - savedAt) < homeFreshForMs,
});

/** What the member follows as far as the server has said so, as one text; null if it is unknown. */
const useFollowedKeys = (userId: Id): string | null =>
  useLive(
    'followed keys',
    async () => (await followingOf(userId))?.items.map(({ kind, key }) => `${kind} ${key}`).join('\n') ?? null,
    [userId],
  ) ?? null;

/** The member's feed, the latest first; it is asked for again when they begin or stop to follow something. */
export function useMemberFeed(
  userId: Id,
  place: Place,
): Read<MemberFeed & { more: boolean; loadMore: () => Promise<void> }> {
  const { more, ...read } = useQuery(feed, place);
  const { refresh } = read;
  const keys = useFollowedKeys(userId);
  const lastKeys = useRef(keys);
  useEffect(() => {
    if (lastKeys.current !== null && keys !== null && lastKeys.current !== keys) void refresh();
    lastKeys.current = keys;
  }, [keys, refresh]);
  const next = read.data?.next;
  const loadMore = async () => (next ? more({ cursor: next }) : undefined);
  return { ...read, data: read.data && { ...read.data, more: Boolean(next), loadMore } };
}

const suggestionsRow = (userId: Id) => listRow<Suggestion[]>(`own-suggestions:${userId}`);

const suggestions = defineQuery({
  name: 'suggestions',
  endpoint: listSuggestions,
  read: async ({ user }) => {
    const cached = await suggestionsRow(user.id).get();
    if (!cached) return withSavedAt<Suggestion[]>(null);
    const blocked = await blockedBy(user.id);
    const shown = cached.value.filter(
      ({ bike, person }) => !blocked.has(bike.owner.id) && !blocked.has(person?.id ?? ''),
    );
    return withSavedAt(shown, cached);
  },
  save: (answer, _, userId) => suggestionsRow(userId).save(answer),
});

/** What the member may want to follow. */
export const useSuggestions = (): Read<Suggestion[]> => useQuery(suggestions);
