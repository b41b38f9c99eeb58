import type { BikeCard } from '#contract/bikes.ts';
import type { SharedCovers } from '#contract/favorites.ts';
import { pageSize } from '#contract/list-sizes.ts';
import { refusal } from '#contract/may.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import type { BikeCounts, MemberBikesPart, PersonPage } from '#contract/people-page.ts';
import { Problem } from '#contract/problems.ts';
import type { ShownProfile } from '#contract/profile.ts';
import { t } from '#contract/texts.ts';

/** A member's account data. `away`: they have left or were banned. */
export type KnownPerson = { person: Person; since: Date; operator: boolean; away: 'left' | 'closed' | null };

interface Deps {
  /** Null if the member never existed, or is not confirmed yet. */
  known(id: string): Promise<KnownPerson | null>;
  bikes: {
    list(ownerId: string, part: MemberBikesPart, limit: number, cursor?: string): Promise<Page<BikeCard>>;
    counts(ownerId: string): Promise<BikeCounts>;
    won(ownerId: string): Promise<BikeCard[]>;
  };
  /** The numbers of a member's followers and followed members, without those that the member hides. */
  followCountsOf(memberId: string): Promise<Pick<PersonPage['counts'], 'followers' | 'following'>>;
  profileOf(member: KnownPerson): Promise<ShownProfile>;
  /** The years with something to show, latest first. */
  yearsOf(memberId: string): Promise<number[]>;
  /** The folders that a member shares. */
  foldersOf(member: Person): Promise<SharedCovers[]>;
}

const whyAway = {
  left: t`This member has deleted the account.`,
  closed: t`This account has been closed by the moderators.`,
} as const;

/** Public pages of members. */
export class PeopleService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @throws not_found, gone */
  async get(id: string): Promise<PersonPage> {
    const { bikes, profileOf, foldersOf, followCountsOf, yearsOf } = this.#deps;
    const known = await this.here(id);
    const { person, since } = known;
    const [profile, bikeCounts, won, folders, followCounts, years] = await Promise.all([
      profileOf(known),
      bikes.counts(id),
      bikes.won(id),
      foldersOf(person),
      followCountsOf(id),
      yearsOf(id),
    ]);
    const counts = { ...bikeCounts, ...followCounts };
    return { ...person, since: since.toISOString(), profile, counts, won, folders, years };
  }

  /** A member's current or former bikes. @throws not_found, gone */
  async memberBikes(
    id: string,
    { part, cursor, limit = pageSize }: PageQuery & { part: MemberBikesPart },
  ): Promise<Page<BikeCard>> {
    await this.here(id);
    return this.#deps.bikes.list(id, part, limit, cursor);
  }

  /** A member who has not left or been banned. @throws not_found, gone */
  async here(id: string): Promise<KnownPerson> {
    const known = await this.#deps.known(id);
    const { away = null } = known ?? {};
    const code = refusal('member.see', null, known && { away: away !== null });
    if (known && !code) return known;
    throw new Problem(code ?? 'not_found', away ? { message: whyAway[away], details: { standing: away } } : {});
  }
}
