import { isDeepStrictEqual } from 'node:util';
import type { Now } from '#api/platform/clock.ts';
import { cursorOf, type Position, positionOf } from '#api/platform/paging.ts';
import type { BikeCard } from '#contract/bikes.ts';
import { type FeedEntry, maxFeedPhotos } from '#contract/feed.ts';
import type { FollowKind, SearchTells } from '#contract/follows.ts';
import type { BikeUpdate } from '#contract/history.ts';
import { pageSize } from '#contract/list-sizes.ts';
import { may } from '#contract/may.ts';
import { makerOfKey } from '#contract/model-key.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import type { Photo } from '#contract/photos.ts';
import { photosOfUpdate } from '#contract/update-photos.ts';
import type { LatestNews } from './feed.latest.ts';
import { followKey, type News, type NewsStore } from './feed.store.ts';

/** Keys of what a member follows, by kind. */
type Sources = Readonly<Record<FollowKind, readonly string[]>>;
/** The keys by which a bike is followed, besides its own id. */
type FollowedBy = { ownerId: string; modelKey: string; tags: readonly string[] };
type BikeInFeed = FollowedBy & {
  card: BikeCard;
  partKeys: readonly string[];
  photos: readonly Photo[];
  history: readonly BikeUpdate[];
  news: readonly Noted[];
};
/** `at`: when it was published, in milliseconds. */
type NewBike = { id: string; at: number };
/** A note of news that a bike stores: at most one of a kind for each day. */
type Noted = { day: string; at: Date } & (
  | { kind: 'photos' | 'update'; ids: string[] }
  | { kind: 'status'; ownership: NonNullable<FeedEntry['ownership']> }
);

/** `before`: the position that the rows come after. `since`: only later ones, in milliseconds. */
type Stretch = { before: Position; since: number; limit: number };

interface Deps {
  news: NewsStore;
  latestNews: LatestNews;
  /** Keys of the things that a member follows. `silent`: searches that tell by one of these are left out. */
  sourcesOf(memberId: string, silent: readonly SearchTells[]): Promise<Sources>;
  bikes: {
    /**
     * The newest visible bikes of these members, brands, models, parts, tags and searches, among those that are in memory. `horizon`: the
     * oldest of those; null if there are no others.
     */
    inMemory(
      sources: Sources,
      stretch: Stretch,
    ): Promise<{ bikes: NewBike[]; horizon: NewBike | null; searchesOf(bikeId: string): string[] }>;
    /** The newest visible bikes of these members, brands, models, parts and tags, among all. */
    newestOf(sources: Sources, stretch: Stretch): Promise<NewBike[]>;
    /** The visible ones of these bikes. */
    inFeed(ids: readonly string[]): Promise<ReadonlyMap<string, BikeInFeed>>;
    /** The news of a bike in any status, and the keys by which it is followed. */
    newsOf(id: string): Promise<(FollowedBy & { news: readonly Noted[] }) | null>;
  };
  /** Filters the members whom the member has blocked, or who have blocked the member. */
  blockedAround(memberId: string, otherIds: readonly string[]): Promise<ReadonlySet<string>>;
  now: Now;
}

/** An entry before its bike is read. */
type Found = Position & { kind: FeedEntry['kind']; bikeId: string; week?: string };
type FoundStretch = { found: Found[]; searchesOf(bikeId: string): string[] };

/** Rows that are read at once if many of them are not shown, and how often until a page may be shorter. */
const maxRows = 200;
const maxRounds = 10;
/** Milliseconds by which the clock of a process that wrote an entry may be ahead. */
const clockSkewMs = 60_000;

const bikePrefix = 'bike:';
/** Greater than all ids. */
const last = '\uffff';

const byPosition = (a: Position, b: Position): number => b.at - a.at || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/** The position from which new bikes continue after an entry. At one moment, bikes come after all other entries. */
const bikesBefore = ({ at, id }: Position): Position => ({
  at,
  id: id.startsWith(bikePrefix) ? id.slice(bikePrefix.length) : last,
});

const idOf = (bikeId: string, { kind, day }: Noted): string => `${kind}:${bikeId}:${day}`;

const keysOf = (id: string, { ownerId, modelKey, tags }: FollowedBy): string[] => [
  followKey('member', ownerId),
  followKey('bike', id),
  ...(modelKey ? [followKey('brand', makerOfKey(modelKey)), followKey('model', modelKey)] : []),
  ...tags.map((tag) => followKey('tag', tag)),
];

/** The feed of a member: news of the things that they follow. It is read when the member asks, however many follow. */
export class FeedService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** A page of the feed, the latest first. No page is empty while there are more entries. */
  async list(me: Person, { cursor, limit = pageSize }: PageQuery): Promise<Page<FeedEntry>> {
    const sources = await this.#deps.sourcesOf(me.id, ['never']);
    return this.#page(me, sources, { before: (cursor && positionOf(cursor)) || this.#top(), since: 0, limit });
  }

  /** The entries that are newer than a time, the latest first; of searches those that the member wants in the weekly mail. */
  async since(me: Person, since: Date, limit: number): Promise<FeedEntry[]> {
    const sources = await this.#deps.sourcesOf(me.id, ['never', 'feed', 'alert']);
    return (await this.#page(me, sources, { before: this.#top(), since: since.getTime(), limit })).items;
  }

  /** Stores the news of an edited bike, and what it is followed by now. Idempotent. */
  async noteEdit(bikeId: string): Promise<void> {
    const { bikes, news } = this.#deps;
    for (let bike = await bikes.newsOf(bikeId); bike; ) {
      const noted = bike.news.map((one): News => ({ id: idOf(bikeId, one), kind: one.kind, bikeId, at: one.at }));
      await news.replace(bikeId, keysOf(bikeId, bike), noted);
      // Another edit may have stored its news before these.
      const now = await bikes.newsOf(bikeId);
      bike = isDeepStrictEqual(now, bike) ? null : now;
    }
  }

  /** Stores that a bike won a week. Idempotent. */
  async noteWin(bikeId: string, week: string): Promise<void> {
    const { bikes, news, now } = this.#deps;
    const bike = await bikes.newsOf(bikeId);
    if (bike)
      await news.add({ id: `won:${bikeId}:${week}`, kind: 'won', bikeId, at: now(), week }, keysOf(bikeId, bike));
  }

  #top(): Position {
    return { at: this.#deps.now().getTime() + clockSkewMs, id: last };
  }

  async #page(me: Person, sources: Sources, { before, since, limit }: Stretch): Promise<Page<FeedEntry>> {
    const followed = new Set(
      Object.entries(sources).flatMap(([kind, keys]) => keys.map((key) => followKey(kind as FollowKind, key))),
    );
    const shown: (Position & { entry: FeedEntry })[] = [];
    let position = before;
    let size = limit + 1;
    for (let round = 1; ; round += 1) {
      const stretch = await this.#latest(sources, { before: position, since, limit: size });
      shown.push(...(await this.#shown(me, followed, stretch)));
      position = stretch.found.at(-1) ?? position;
      const isEnd = stretch.found.length < size;
      if (isEnd || shown.length > limit || (round >= maxRounds && shown.length > 0)) {
        const items = shown.slice(0, limit);
        const from = shown.length > limit ? items.at(-1) : isEnd ? null : position;
        return { items: items.map(({ entry }) => entry), next: from ? cursorOf(from) : null };
      }
      size = Math.min(2 * size, maxRows);
    }
  }

  /** The latest entries of all sources, merged by time. */
  async #latest(sources: Sources, stretch: Stretch): Promise<FoundStretch> {
    const [{ bikes, searchesOf }, news] = await Promise.all([
      this.#newBikes(sources, stretch),
      this.#news(sources, stretch),
    ]);
    const all: Found[] = [
      ...bikes.map(({ id, at }) => ({ id: bikePrefix + id, at, kind: 'bike' as const, bikeId: id })),
      ...news.map((one) => ({ ...one, at: one.at.getTime() })),
    ];
    return { found: all.sort(byPosition).slice(0, stretch.limit), searchesOf };
  }

  /** New bikes from memory; if they are too few, further ones from the database. */
  async #newBikes(sources: Sources, { before, since, limit }: Stretch) {
    const from = bikesBefore(before);
    const { inMemory, newestOf } = this.#deps.bikes;
    const { bikes, horizon, searchesOf } = await inMemory(sources, { before: from, since, limit });
    if (bikes.length >= limit || !horizon || horizon.at <= since) return { bikes, searchesOf };
    // The horizon itself is in memory.
    const rest = byPosition(from, horizon) < 0 ? horizon : from;
    const others = await newestOf(sources, { before: rest, since, limit: limit - bikes.length });
    return { bikes: [...bikes, ...others], searchesOf };
  }

  async #news(sources: Sources, { before, since, limit }: Stretch): Promise<News[]> {
    const { latestNews, news } = this.#deps;
    const keys = (['member', 'bike', 'brand', 'model', 'tag'] as const).flatMap((kind) =>
      sources[kind].map((key) => followKey(kind, key)),
    );
    const inMemory = await latestNews.of(new Set(keys), { before, since, limit });
    if (inMemory.news.length >= limit || inMemory.horizon <= since) return inMemory.news;
    const rest = before.at > inMemory.horizon ? { at: inMemory.horizon, id: last } : before;
    const others = await news.latest(keys, { before: rest, since, limit: limit - inMemory.news.length });
    return [...inMemory.news, ...others];
  }

  /** The entries that the member may see, as their bikes are now. */
  async #shown(me: Person, followed: ReadonlySet<string>, { found, searchesOf }: FoundStretch) {
    if (found.length === 0) return [];
    const there = await this.#deps.bikes.inFeed([...new Set(found.map(({ bikeId }) => bikeId))]);
    const owners = new Set([...there.values()].map(({ ownerId }) => ownerId));
    const blocked = owners.size > 0 ? await this.#deps.blockedAround(me.id, [...owners]) : new Set<string>();
    return found.flatMap((one) => {
      const bike = there.get(one.bikeId);
      if (!bike || !may('bike.follow', me, { ...bike.card, blocked: blocked.has(bike.ownerId) })) return [];
      const content = contentOf(one, bike);
      const because = reasonsOf(one, bike, followed, searchesOf);
      if (!content || because.length === 0) return [];
      const { id, at, kind } = one;
      const entry: FeedEntry = { id, kind, at: new Date(at).toISOString(), bike: bike.card, because, ...content };
      return [{ id, at, entry }];
    });
  }
}

/**
 * The follows that an entry belongs to. To who follows the bike itself it is not new, and to a search or a part an edit is
 * no news.
 */
function reasonsOf(
  { kind, bikeId }: Found,
  bike: BikeInFeed,
  followed: ReadonlySet<string>,
  searchesOf: (bikeId: string) => string[],
): FeedEntry['because'] {
  const keys = [
    { kind: 'member' as const, key: bike.ownerId },
    ...(kind === 'bike' ? [] : [{ kind: 'bike' as const, key: bikeId }]),
    { kind: 'brand' as const, key: makerOfKey(bike.modelKey) },
    { kind: 'model' as const, key: bike.modelKey },
    ...bike.tags.map((key) => ({ kind: 'tag' as const, key })),
  ].filter((one) => followed.has(followKey(one.kind, one.key)));
  if (kind !== 'bike') return keys;
  const parts = bike.partKeys.filter((key) => followed.has(followKey('part', key)));
  return [
    ...keys,
    ...parts.map((key) => ({ kind: 'part' as const, key })),
    ...searchesOf(bikeId).map((key) => ({ kind: 'search' as const, key })),
  ];
}

/** The fields of an entry's kind; null if what it tells of is gone. */
function contentOf(
  { id, kind, bikeId, week }: Found,
  { photos, history, news }: BikeInFeed,
): Partial<FeedEntry> | null {
  if (kind === 'bike') return {};
  if (kind === 'won') return { week };
  const noted = news.find((one) => idOf(bikeId, one) === id);
  if (!noted) return null;
  if (noted.kind === 'status') return { ownership: noted.ownership };
  if (noted.kind === 'photos') {
    const added = photos.filter((photo) => noted.ids.includes(photo.id));
    return added.length > 0 ? { photos: added.slice(0, maxFeedPhotos), photoCount: added.length } : null;
  }
  const update = noted.ids.flatMap((entry) => history.find((one) => one.id === entry) ?? []).at(-1);
  if (!update) return null;
  const shown = photosOfUpdate(update, photos).slice(0, maxFeedPhotos);
  return { title: update.title, updateId: update.id, ...(shown.length > 0 && { photos: shown }) };
}
