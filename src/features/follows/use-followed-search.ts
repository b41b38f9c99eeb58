import { useEffect, useState } from 'react';
import type { Followed } from '#contract/follows.ts';
import type { SearchAnswer } from '#contract/search/calls.ts';
import { saveKeptSearch } from '#src/cache/values/kept-searches.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { useSession } from '#src/session/use-session.ts';
import { openSearch } from './follows.actions.ts';
import { useFollowing } from './follows.queries.ts';

/** Milliseconds after a look within which another one is not noted. */
const againAfterMs = 60_000;

interface OpenedSearch {
  /** The first page of the server's results as they are shown; null while there is none. */
  answer: SearchAnswer | null;
  /** When the server sent them; null if just now. */
  savedAt: number | null;
  /** Whether they are in the order that is kept. */
  isKept: boolean;
}

/**
 * Notes that a followed search is opened, and keeps its first page on the device.
 * @param key of the search
 * @returns the search as it is followed, and when it was last opened before, ISO 8601
 */
export function useFollowedSearch(
  key: string,
  { answer, savedAt, isKept }: OpenedSearch,
): { followed: Followed | null; since: string | null; newCount: number } {
  const { user } = useSession();
  const userId = user?.id;
  const followed = useFollowing().data?.find((one) => one.kind === 'search' && one.key === key) ?? null;
  const [opened, setOpened] = useState<{ key: string; since: string; newCount: number } | null>(null);
  const lookedAt = followed?.lookedAt;
  if (answer && followed && lookedAt && opened?.key !== key) {
    setOpened({ key, since: lookedAt, newCount: followed.newCount ?? 0 });
  }
  const isFollowed = followed !== null;
  useEffect(() => {
    if (!userId || !isFollowed || !answer || !isKept || savedAt !== null) return;
    void saveKeptSearch(userId, key, answer, serverNow());
  }, [userId, key, isFollowed, answer, savedAt, isKept]);
  useEffect(() => {
    const at = savedAt ?? serverNow();
    if (!userId || !answer || !lookedAt || at - Date.parse(lookedAt) < againAfterMs) return;
    // The look is noted with the next opening if the device cannot store it.
    openSearch(key, at, userId).catch(() => undefined);
  }, [userId, key, answer, savedAt, lookedAt]);
  const isThis = opened?.key === key && followed !== null;
  return { followed, since: isThis ? opened.since : null, newCount: isThis ? opened.newCount : 0 };
}
