import { createHash } from 'node:crypto';
import type { Now } from '#api/platform/clock.ts';
import { withLanguage } from '#api/platform/languages.ts';
import { drawable, isDrawable, type ShareCard } from '#api/platform/share-card-source.ts';
import { titleOf } from '#contract/bike-names.ts';
import type { BikeCard } from '#contract/bikes.ts';
import { ownLanguage } from '#contract/languages.ts';
import type { MemberYear } from '#contract/member-year.ts';
import { Problem } from '#contract/problems.ts';
import { many, t } from '#contract/texts.ts';
import type { KnownPerson } from './people.service.ts';

interface Deps {
  /** @throws not_found, gone */
  here(id: string): Promise<KnownPerson>;
  /** A member's visible bikes, newest first. */
  bikesOf(ownerId: string, limit: number): Promise<BikeCard[]>;
  likes: {
    /** Counts the likes in [from, before), by bike; stops at `limit` in total. */
    count(bikeIds: string[], from: Date, before: Date, limit: number): Promise<Map<string, number>>;
    hasAny(bikeIds: string[], from: Date, before: Date): Promise<boolean>;
  };
  now: Now;
}

/**
 * Limits of bikes of a member, the newest; of likes that are counted one by one; of bikes that a page shows. With 100,000
 * bikes on the embedded database, reading 500 bikes took 13 ms and counting 2,000 likes 29 ms; a query is to take 20.
 */
const maxOfYear = { bikes: 200, likes: 1000, shown: 48 } as const;

const beginOf = (year: number): Date => new Date(Date.UTC(year, 0, 1));
const yearOf = (at: string | Date): number => new Date(at).getUTCFullYear();
/** The year of the week that a bike won, as ISO 8601 counts it. */
const yearWon = ({ won }: BikeCard): number | null => (won ? Number(won.week.slice(0, 4)) : null);
const isPublishedIn = ({ publishedAt }: BikeCard, year: number): boolean =>
  publishedAt !== null && yearOf(publishedAt) === year;
const idOf = ({ id }: BikeCard): string => id;
const sumOf = (counts: Map<string, number>): number => [...counts.values()].reduce((sum, one) => sum + one, 0);

/** The folder of a member's share cards. */
export const yearCardsOf = (userId: string): string => `cards/years/${userId.slice(-2)}/${userId}`;

/** The years of members: what happened to the bikes that are visible now. */
export class MemberYears {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The years in which a member published a bike, won a week, or received a like; latest first. */
  async list(userId: string): Promise<number[]> {
    return this.#yearsOf(await this.#deps.bikesOf(userId, maxOfYear.bikes));
  }

  async #yearsOf(bikes: BikeCard[]): Promise<number[]> {
    const known = new Set(
      bikes.flatMap((bike) => [bike.publishedAt ? yearOf(bike.publishedAt) : [], yearWon(bike) ?? []].flat()),
    );
    const [first, last] = [Math.min(...known), yearOf(this.#deps.now())];
    const rest = Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n).filter(
      (year) => !known.has(year),
    );
    const liked = rest.map((year) => this.#deps.likes.hasAny(bikes.map(idOf), beginOf(year), beginOf(year + 1)));
    for (const [n, isLiked] of (await Promise.all(liked)).entries()) if (isLiked) known.add(rest[n] ?? last);
    return [...known].sort((a, b) => b - a);
  }

  /** @throws not_found for a year with nothing to show; not_found, gone for the member */
  async get(userId: string, year: number): Promise<MemberYear> {
    const { here, bikesOf, likes } = this.#deps;
    const { person } = await here(userId);
    const bikes = await bikesOf(userId, maxOfYear.bikes);
    // All likes of a bike that was published this year are of this year, so its counter has them.
    const isThisYear = year === yearOf(this.#deps.now());
    const isFresh = (bike: BikeCard) => isThisYear && isPublishedIn(bike, year);
    const [fresh, older] = [bikes.filter(isFresh), bikes.filter((bike) => !isFresh(bike))];
    const [years, counted] = await Promise.all([
      this.#yearsOf(bikes),
      likes.count(older.map(idOf), beginOf(year), beginOf(year + 1), maxOfYear.likes + 1),
    ]);
    const isMore = sumOf(counted) > maxOfYear.likes;
    const counts = new Map([...counted, ...fresh.map((bike) => [bike.id, bike.counts.likes] as const)]);
    if (!years.includes(year)) throw new Problem('not_found');
    const published = bikes.filter((bike) => isPublishedIn(bike, year)).reverse();
    const won = bikes
      .filter((bike) => yearWon(bike) === year)
      .sort((a, b) => (a.won?.week ?? '').localeCompare(b.won?.week ?? ''));
    const shown = {
      ...person,
      year,
      years,
      bikes: published.length,
      published: published.slice(-maxOfYear.shown),
      likes: { count: sumOf(counts) - (isMore ? 1 : 0), isMore },
      won,
      mostLiked: mostLikedOf(
        bikes.filter(({ publishedAt }) => publishedAt && yearOf(publishedAt) <= year),
        counts,
        isMore,
      ),
    };
    return { ...shown, card: versionOf(shown) };
  }

  /** The share card of a year. @param id the member's and the year, joined by `-` @throws not_found, gone */
  async card(id: string): Promise<ShareCard> {
    const [, userId = '', year = ''] = /^([0-9a-f-]{36})-(\d{4})$/.exec(id) ?? [];
    if (!userId) throw new Problem('not_found');
    const shown = await this.get(userId, Number(year));
    return {
      folder: `${yearCardsOf(userId)}/${year}`,
      version: shown.card,
      photoId: photoOf(shown),
      contents: () => contentsOf(shown),
      isCurrent: async () => (await this.get(userId, Number(year)).catch(() => null))?.card === shown.card,
    };
  }
}

/** The bike with the most likes of a year; of equals the one that was published first. */
function mostLikedOf(bikes: BikeCard[], counts: Map<string, number>, isMore: boolean): MemberYear['mostLiked'] {
  const likesOf = (bike: BikeCard): number => (isMore ? bike.counts.likes : (counts.get(bike.id) ?? 0));
  const bike = bikes
    .filter((one) => likesOf(one) > 0)
    .reverse()
    .sort((a, b) => likesOf(b) - likesOf(a))[0];
  return bike ? { bike, likes: isMore ? null : likesOf(bike) } : null;
}

type Shown = Omit<MemberYear, 'card'>;

const photoOf = ({ mostLiked, won, published }: Shown): string | null =>
  [mostLiked?.bike, ...won, ...published].find((bike) => bike?.cover)?.cover?.id ?? null;

function linesOf({ bikes, likes, won, mostLiked }: Shown): string[] {
  const name = mostLiked ? drawable(titleOf(mostLiked.bike)) : '';
  return [
    bikes > 0 ? many(bikes)`# new bike|# new bikes` : '',
    likes.count > 0 ? likesText(likes) : '',
    won.length > 0 ? many(won.length)`# Bike of the Week|# Bikes of the Week` : '',
    // A name in another script would leave only its year.
    ...(/\p{L}/u.test(name) ? [t`Most liked:`, name] : []),
  ].filter(Boolean);
}

/** In English where the typeface may lack letters of the current language. */
async function contentsOf(shown: Shown): Promise<{ title: string; lines: string[] }> {
  const title = [drawable(shown.username), shown.year].filter(Boolean).join(' · ');
  const lines = linesOf(shown);
  return { title, lines: lines.every(isDrawable) ? lines : await withLanguage(ownLanguage, () => linesOf(shown)) };
}

const likesText = ({ count, isMore }: MemberYear['likes']): string =>
  isMore ? many(count)`More than # like|More than # likes` : many(count)`# like|# likes`;

/** Changes with everything that a card shows. */
function versionOf(shown: Shown): string {
  const { username, year, bikes, likes, won, mostLiked } = shown;
  const title = mostLiked ? titleOf(mostLiked.bike) : '';
  const all = JSON.stringify([username, year, bikes, likes, won.length, title, photoOf(shown)]);
  return createHash('sha256').update(all).digest('hex').slice(0, 12);
}
