import type { BikeCard } from '#contract/bikes.ts';
import { maxDigestEntries } from '#contract/digest.ts';
import type { FeedEntry } from '#contract/feed.ts';
import { may } from '#contract/may.ts';
import type { Person } from '#contract/people.ts';
import { weekOf, weeksAfter } from '#contract/week-dates.ts';

/** A like, favorite or comment of a week. */
type Reaction = { bikeId: string; memberId: string };
/** An addressee of a pass, and the week that the mail is about. */
export type Reader = { me: Person; from: Date; before: Date };
/** The week of one of the reader's own bikes. */
export type OwnBikeNews = {
  bike: BikeCard;
  likes: number;
  comments: number;
  favorites: number;
  /** The bike's place in the last week that is decided, from 1 to 3. */
  place?: { week: string; rank: number };
  /** The bike's place in the week that runs. */
  rank?: number;
};
export type DigestContents = {
  /** News of the things that the member follows, the latest first. */
  entries: readonly FeedEntry[];
  hasMoreEntries: boolean;
  /** The own bikes with most news first. */
  own: readonly OwnBikeNews[];
  hasMoreOwn: boolean;
  winner: { week: string; bike: BikeCard } | null;
};

type ReactionsOf = (bikeIds: string[], from: Date, before: Date) => AsyncIterable<Reaction>;

export interface ContentDeps {
  /** A member's feed since a time, the latest first. */
  newsOf(me: Person, since: Date, limit: number): Promise<readonly FeedEntry[]>;
  /** Owners of the visible bikes of these members, by the bikes' ids. */
  bikesOf(ownerIds: string[]): Promise<Map<string, string>>;
  /** The visible bikes among `ids`. */
  cardsOf(ids: string[]): Promise<Map<string, BikeCard>>;
  likesOf: ReactionsOf;
  favoritesOf: ReactionsOf;
  /** Visible comments. */
  commentsOf: ReactionsOf;
  /** Filters the visible members. */
  hereAmong(ids: string[]): Promise<Set<string>>;
  /** The pairs whose owner has blocked the member, as `ownerId:memberId`. */
  blockedPairs(pairs: { ownerId: string; memberId: string }[]): Promise<Set<string>>;
  /** The result of the last decided week. */
  lastResult(): Promise<{ week: string; places: { rank: number; bikeId: string }[] } | undefined>;
  /** The first bikes of the week that runs, in order. */
  rankedNow(): Promise<string[]>;
}

/** The contents that all mails of a pass share. */
type Shared = {
  week: string;
  winner: BikeCard | null;
  places: ReadonlyMap<string, number>;
  ranks: ReadonlyMap<string, number>;
};
type Counts = Pick<OwnBikeNews, 'likes' | 'comments' | 'favorites'>;

/** Feeds that are read at once. */
const parallel = 10;
/** Further entries that are read, as some may be newer than the week. */
const spare = 8;

const totalOf = ({ likes, comments, favorites }: Counts): number => likes + comments + favorites;
const weightOf = (news: OwnBikeNews): number =>
  (news.place ? 1_000_000 - news.place.rank : 0) + (news.rank ? 1_000 : 0) + totalOf(news);

/** Collects what weekly mails tell. All but the feeds is read for many members at once. */
export class DigestContentReader {
  readonly #deps: ContentDeps;

  constructor(deps: ContentDeps) {
    this.#deps = deps;
  }

  /**
   * The contents for each member; members without news are left out. The winner alone is no news: it is the same for
   * everybody and on the first page of the site, so it would make a newsletter that comes each week.
   */
  async read(readers: readonly Reader[], now: Date): Promise<Map<string, DigestContents>> {
    const shared = await this.#shared(now);
    const [own, hidesWinner] = await Promise.all([this.#own(readers, shared), this.#blockedBy(readers, shared)]);
    const contents = new Map<string, DigestContents>();
    for (let i = 0; i < readers.length; i += parallel) {
      await Promise.all(
        readers.slice(i, i + parallel).map(async (reader) => {
          const { id } = reader.me;
          const entries = await this.#entries(reader);
          const ofOwn = own.get(id) ?? [];
          if (entries.length + ofOwn.length === 0) return;
          const isTold = entries.some(({ kind, week }) => kind === 'won' && week === shared.week);
          const { winner } = shared;
          const isShown =
            winner && !isTold && may('bike.follow', reader.me, { ...winner, blocked: hidesWinner.has(id) });
          contents.set(id, {
            entries: entries.slice(0, maxDigestEntries),
            hasMoreEntries: entries.length > maxDigestEntries,
            own: ofOwn.slice(0, maxDigestEntries),
            hasMoreOwn: ofOwn.length > maxDigestEntries,
            winner: isShown ? { week: shared.week, bike: winner } : null,
          });
        }),
      );
    }
    return contents;
  }

  async #shared(now: Date): Promise<Shared> {
    const { lastResult, rankedNow, cardsOf } = this.#deps;
    const week = weeksAfter(weekOf(now), -1);
    const [result, ranked] = await Promise.all([lastResult(), rankedNow()]);
    // A week that was decided late, or an older one, is no news.
    const places = result?.week === week ? result.places : [];
    const first = places.find(({ rank }) => rank === 1)?.bikeId;
    const winner = first ? (await cardsOf([first])).get(first) : undefined;
    return {
      week,
      winner: winner ?? null,
      places: new Map(places.map(({ bikeId, rank }) => [bikeId, rank])),
      ranks: new Map(ranked.map((id, i) => [id, i + 1])),
    };
  }

  /** The members between whom and the owner of the winner there is a block. */
  async #blockedBy(readers: readonly Reader[], { winner }: Shared): Promise<Set<string>> {
    if (!winner) return new Set();
    const other = winner.owner.id;
    const pairs = readers.map(({ me }) => ({ ownerId: me.id, memberId: other }));
    const isBlocked = await this.#blocks(pairs);
    return new Set(readers.map(({ me }) => me.id).filter((id) => isBlocked(id, other)));
  }

  /** Reads which of these pairs have a block, in either direction. */
  async #blocks(pairs: { ownerId: string; memberId: string }[]): Promise<(one: string, other: string) => boolean> {
    if (pairs.length === 0) return () => false;
    const reversed = pairs.map(({ ownerId, memberId }) => ({ ownerId: memberId, memberId: ownerId }));
    const found = await this.#deps.blockedPairs([...pairs, ...reversed]);
    return (one, other) => found.has(`${one}:${other}`) || found.has(`${other}:${one}`);
  }

  async #entries({ me, from, before }: Reader): Promise<FeedEntry[]> {
    const found = await this.#deps.newsOf(me, from, maxDigestEntries + 1 + spare);
    const isOfWeek = ({ at }: FeedEntry) => {
      const time = Date.parse(at);
      return time >= from.getTime() && time < before.getTime();
    };
    return found.filter((entry) => isOfWeek(entry) && may('bike.follow', me, entry.bike));
  }

  /** The weeks of the members' own bikes, by member. */
  async #own(readers: readonly Reader[], { week, places, ranks }: Shared): Promise<Map<string, OwnBikeNews[]>> {
    const { bikesOf, cardsOf } = this.#deps;
    const ownerOf = await bikesOf(readers.map(({ me }) => me.id));
    const counts = await this.#counts(readers, ownerOf);
    const told = [...ownerOf.keys()].filter((id) => counts.has(id) || places.has(id) || ranks.has(id));
    const cards = told.length > 0 ? await cardsOf(told) : new Map<string, BikeCard>();
    const byOwner = new Map<string, OwnBikeNews[]>();
    for (const [id, bike] of cards) {
      const [place, rank] = [places.get(id), ranks.get(id)];
      const news: OwnBikeNews = {
        bike,
        ...(counts.get(id) ?? { likes: 0, comments: 0, favorites: 0 }),
        ...(place && { place: { week, rank: place } }),
        ...(rank && { rank }),
      };
      const ownerId = ownerOf.get(id) ?? '';
      byOwner.set(ownerId, [...(byOwner.get(ownerId) ?? []), news]);
    }
    for (const all of byOwner.values())
      all.sort((a, b) => weightOf(b) - weightOf(a) || (a.bike.id < b.bike.id ? -1 : 1));
    return byOwner;
  }

  /** Counts the reactions of visible members who are not blocked, by bike. Bikes without any are left out. */
  async #counts(readers: readonly Reader[], ownerOf: ReadonlyMap<string, string>): Promise<Map<string, Counts>> {
    const ids = [...ownerOf.keys()];
    const [first] = readers;
    if (!first || ids.length === 0) return new Map();
    const { likesOf, favoritesOf, commentsOf, hereAmong } = this.#deps;
    // All mails of one batch are about the same week, if not to the hour.
    const spans = Object.values(Object.groupBy(readers, ({ before }) => before.getTime())).map((some = []) => {
      const owners = new Set(some.map(({ me }) => me.id));
      const bikeIds = ids.filter((id) => owners.has(ownerOf.get(id) ?? ''));
      return { bikeIds, from: some[0]?.from ?? first.from, before: some[0]?.before ?? first.before };
    });
    const read = async (of: ReactionsOf): Promise<Reaction[]> => {
      const all: Reaction[] = [];
      for (const { bikeIds, from, before } of spans) {
        if (bikeIds.length > 0) all.push(...(await Array.fromAsync(of(bikeIds, from, before))));
      }
      return all;
    };
    const [likes, favorites, comments] = await Promise.all([read(likesOf), read(favoritesOf), read(commentsOf)]);
    const all = [...likes, ...favorites, ...comments];
    if (all.length === 0) return new Map();
    const pairs = all.map(({ bikeId, memberId }) => ({ ownerId: ownerOf.get(bikeId) ?? '', memberId }));
    const [here, isBlocked] = await Promise.all([
      hereAmong([...new Set(all.map(({ memberId }) => memberId))]),
      this.#blocks(pairs),
    ]);
    const counts = new Map<string, Counts>();
    const add = (reactions: readonly Reaction[], what: keyof Counts) => {
      for (const { bikeId, memberId } of reactions) {
        const owner = { id: ownerOf.get(bikeId) ?? '' };
        const bike = { owner, status: 'Active' as const, blocked: isBlocked(owner.id, memberId) };
        // An own comment is no news.
        if (!here.has(memberId) || !may('bike.like', { id: memberId }, bike)) continue;
        const count = counts.get(bikeId) ?? { likes: 0, comments: 0, favorites: 0 };
        count[what] += 1;
        counts.set(bikeId, count);
      }
    };
    add(likes, 'likes');
    add(favorites, 'favorites');
    add(comments, 'comments');
    return counts;
  }
}
