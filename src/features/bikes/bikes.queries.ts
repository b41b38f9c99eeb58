import { useEffect, useState } from 'react';
import {
  type Bike,
  type BikeCard,
  type Brand,
  getBike,
  listBrands,
  ownBikes,
  popularBikes,
  recentBikes,
} from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import type { Page } from '#contract/paging.ts';
import { call } from '#src/http/api.ts';
import { bikeOf, keptBikes, saveBike, touch } from '#src/offline/cache/bikes.ts';
import { brandsKept, saveBrands } from '#src/offline/cache/brands.ts';
import { extendFeed, type FeedKey, feedOf, saveFeed } from '#src/offline/cache/feeds.ts';
import { nextOf } from '#src/offline/cache/pages.ts';
import { draftOf, draftsOf, photoBlob, type WholeDraft } from '#src/offline/drafts.ts';
import { keepPhotos } from '#src/offline/kept-images.ts';
import { rowsOf } from '#src/offline/outbox.ts';
import {
  overlayBike,
  overlayOwnBikes,
  overlayRecent,
  type ShownBike,
  type ShownCard,
} from '#src/offline/writes/bike-overlay.ts';
import { useLive } from '#src/reading/live.queries.ts';
import type { Read } from '#src/reading/read.ts';
import { useReading } from '#src/reading/use-reading.ts';
import { useSession } from '#src/session/use-session.ts';

const rowsFor = async (userId: Id | undefined) => (userId ? rowsOf(userId) : []);

/** A list that can go on. */
export type Feed = { cards: ShownCard[]; more: boolean; loadMore: () => Promise<void> };

type FeedCall = (cursor?: string) => Promise<Page<BikeCard>>;
type Overlay = typeof overlayRecent;

function useFeed(key: FeedKey | null, ask: FeedCall, overlay: Overlay): Read<Feed> {
  const { user } = useSession();
  const read = useReading({
    key,
    viewer: user,
    kept: async () => {
      const feed = key && (await feedOf(key));
      const cards = overlay(feed?.items ?? [], await rowsFor(user?.id), user);
      const data = feed || cards.length > 0 ? { cards, next: feed ? nextOf(feed) : null } : null;
      return { data, savedAt: feed?.savedAt ?? null };
    },
    ask: async () => key && saveFeed(key, await ask()),
  });
  const next = read.data?.next ?? null;
  const loadMore = async () => {
    if (key && next) await extendFeed(key, await ask(next));
  };
  return { ...read, data: read.data && { cards: read.data.cards, more: next !== null, loadMore } };
}

const plain: Overlay = (cards) => cards.map((card) => ({ ...card, waiting: null }));

/** The newest bikes, the member's own waiting ones at the top. */
export const useRecent = (): Read<Feed> =>
  useFeed('recent', (cursor) => call(recentBikes, { query: { cursor } }), overlayRecent);

/** Only its first bike is shown large. */
const topSize = 6;

/** What members like these days. */
export const usePopular = (): Read<Feed> =>
  useFeed('popular', (cursor) => call(popularBikes, { query: { cursor, limit: topSize } }), plain);

/** The member's own bikes, those that wait first. */
export function useOwnBikes(): Read<Feed> {
  const { user } = useSession();
  const key = user ? (`own:${user.id}` as const) : null;
  return useFeed(key, (cursor) => call(ownBikes, { query: { cursor } }), overlayOwnBikes);
}

async function refreshBike(id: Id): Promise<void> {
  const bike = await call(getBike, { params: { bikeId: id } });
  await saveBike(bike);
  void keepPhotos(bike.photos.map((photo) => photo.id));
}

/** A bike; opening it keeps it and its photos for the next time without signal. */
export function useBike(id: Id): Read<ShownBike> {
  const { user } = useSession();
  const read = useReading({
    key: id,
    viewer: user,
    kept: async () => {
      const saved = await bikeOf(id);
      const data = overlayBike(id, saved?.bike ?? null, await rowsFor(user?.id), user);
      return { data, savedAt: saved?.savedAt ?? null };
    },
    ask: () => refreshBike(id),
    onlyHere: ({ data, savedAt }) => data?.waiting != null && savedAt === null,
  });
  useEffect(() => void touch(id).catch(() => undefined), [id]);
  return read;
}

/** The ids of the bikes that open without signal: those get a tick. */
export const useKeptBikeIds = (): ReadonlySet<Id> =>
  useLive(async () => new Set((await keptBikes()).map((kept) => kept.id)), []) ?? none;
const none: ReadonlySet<Id> = new Set();

/** The member's drafts, the last changed first; undefined while they are read. */
export function useDrafts(): WholeDraft[] | undefined {
  const { user } = useSession();
  return useLive(async () => (user ? draftsOf(user.id) : []), [user]);
}

/** One draft; undefined while it is read, null when it is not on this device. */
export const useDraft = (id: Id | null): WholeDraft | null | undefined =>
  useLive(async () => (id && (await draftOf(id))) || null, [id]);

/** The bike that a draft has become, as far as this device knows; undefined while it is read. */
export const useArrivedBike = (id: Id): Bike | null | undefined =>
  useLive(async () => (await bikeOf(id))?.bike ?? null, [id]);

/** The makers and models that the form suggests; empty until they are known. */
export function useBrands(): Brand[] {
  const { data } = useReading({
    key: 'brands',
    kept: async () => ({ data: await brandsKept(), savedAt: null }),
    ask: async () => saveBrands(await call(listBrands)),
  });
  return data ?? [];
}

/**
 * The address of a photo that is on this device only, for as long as the component shows it.
 * @returns null while that is looked up, undefined when the photo is not here
 */
export function useLocalPhoto(id: Id | null): string | null | undefined {
  const [found, setFound] = useState<{ id: Id; url: string | undefined } | null>(null);
  useEffect(() => {
    let url: string | undefined;
    let over = false;
    if (!id) return;
    void photoBlob(id).then((blob) => {
      if (over) return;
      url = blob ? URL.createObjectURL(blob) : undefined;
      setFound({ id, url });
    });
    return () => {
      over = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [id]);
  if (!id) return undefined;
  return found?.id === id ? found.url : null;
}
