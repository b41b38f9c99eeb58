import { useEffect, useEffectEvent } from 'react';
import type { Id } from '#contract/ids.ts';
import { photoWidths } from '#contract/photo-paths.ts';
import { keptEntries, photosOfMemberFeed, trimMemberFeed } from '#src/cache/values/member-feed.ts';
import { idle } from '#src/lib/idle.ts';
import { images } from '#src/storage/cached-images.ts';
import { prefetchPhotos } from '#src/storage/image-caches.ts';
import { savesData } from '#src/ui/display-preferences.ts';
import type { useMemberFeed } from './feed.queries.ts';
import { markSeen } from './use-seen-before.ts';

/** Fetches the photos of the kept entries that this device lacks, in the smallest width. The worker caches them. */
async function keepPictures(userId: Id): Promise<void> {
  if (savesData() || !navigator.serviceWorker?.controller) return;
  const here = new Set((await images.all()).map(({ photoId }) => photoId));
  const missing = (await photosOfMemberFeed(userId)).filter((id) => !here.has(id));
  await prefetchPhotos(missing, photoWidths[0]);
}

const isReturning = () => document.documentElement.hasAttribute('data-returned');

/** Keeps the last entries and their photos on this device, and notes what was seen, once the server has answered. */
export function useKeeping(userId: Id, read: ReturnType<typeof useMemberFeed>): void {
  const { state, error, refreshing, savedAt, data } = read;
  const isFresh = state === 'ready' && !error && !refreshing;
  useEffect(() => {
    if (!isReturning()) void trimMemberFeed(userId);
  }, [userId]);
  const keep = useEffectEvent(async () => {
    await idle();
    if (data?.more && data.entries.length < keptEntries) await data.loadMore();
    await keepPictures(userId);
  });
  useEffect(() => {
    if (!isFresh || savedAt === null) return;
    void keep().catch(() => undefined);
    if (document.visibilityState === 'visible') void markSeen(userId, savedAt).catch(() => undefined);
  }, [userId, isFresh, savedAt]);
}
