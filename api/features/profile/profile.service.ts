import { isDeepStrictEqual } from 'node:util';
import type { Now } from '#api/platform/clock.ts';
import type { Writer } from '#api/platform/http/kit.ts';
import type { Id } from '#contract/ids.ts';
import { permitted } from '#contract/may.ts';
import type { Person } from '#contract/people.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import type { Location, LocationCodes, Profile, ProfilePart, ShownProfile } from '#contract/profile.ts';
import type { Seen } from '#contract/seen.ts';
import { t } from '#contract/texts.ts';
import { newUntil, trustOf } from '#contract/trust.ts';
import type { ProfileStore, ProfileValues, StoredProfile } from './profile.store.ts';

/** Parts with free text or links; the others are chosen from lists. */
const freeParts: ReadonlySet<ProfilePart> = new Set<ProfilePart>(['links', 'text']);
const notListed = [t`Choose one from the list.`];

interface Deps {
  profiles: ProfileStore;
  /** A member's avatar and the time they joined. */
  memberOf(id: Id): Promise<Omit<ProfileMember, 'id'> | null>;
  /** Names of places by their codes; undefined if there is no such place. */
  places: {
    countryName(code: string): string | undefined;
    regionName(country: string, code: string): string | undefined;
  };
  /** Runs a change of a member's place; afterwards the member's bikes are listed by it. */
  moveBikes<T>(memberId: Id, change: () => Promise<T>): Promise<T>;
  now: Now;
}

/** The member of a profile; `createdAt` and `operator` decide whether their links are shown. */
export type ProfileMember = { id: Id; avatar: string; createdAt: Date; operator?: boolean };

/** Reads and writes profiles. */
export class ProfileService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** A member's own profile. @throws not_found */
  async own({ id }: Pick<Person, 'id'>): Promise<Profile> {
    const [member, stored] = await Promise.all([this.#deps.memberOf(id), this.#deps.profiles.of(id)]);
    if (!member) throw new Problem('not_found');
    const linksFrom = this.#linksFrom(member);
    return { ...this.#shown(stored, member.avatar), versions: stored.versions, linksFrom };
  }

  /** A member's profile as others see it. */
  async shown({ id, ...member }: ProfileMember): Promise<ShownProfile> {
    const shown = this.#shown(await this.#deps.profiles.of(id), member.avatar);
    return this.#linksFrom(member) ? { ...shown, links: [] } : shown;
  }

  /**
   * Writes a part. Repeating the current value succeeds, whatever version was seen.
   * @throws FieldsRefused, posting.held, profile.changed if another device wrote it after this one read it
   */
  async write<P extends Exclude<ProfilePart, 'location'>>(
    user: Pick<Writer, 'id' | 'postingSuspended'>,
    part: P,
    value: ProfileValues[P],
    seen: Seen,
  ): Promise<Profile> {
    if (freeParts.has(part))
      permitted('profile.write', user, user, { isEmpty: value === '' || isDeepStrictEqual(value, []) });
    await this.#write(user.id, part, value, seen);
    return this.own(user);
  }

  /** Sets the place, and lists the member's bikes by it. @throws as {@link write} */
  async writeLocation(user: Pick<Writer, 'id'>, value: LocationCodes, seen: Seen): Promise<Profile> {
    const { profiles, moveBikes } = this.#deps;
    this.#check(value);
    const { country, region, hidesBikes = (await profiles.of(user.id)).location.hidesBikes } = value;
    const location = { country, region, ...(hidesBikes && { hidesBikes }) };
    await moveBikes(user.id, () => this.#write(user.id, 'location', location, seen));
    return this.own(user);
  }

  async #write<P extends ProfilePart>(id: Id, part: P, value: ProfileValues[P], seen: Seen): Promise<void> {
    const { profiles, now } = this.#deps;
    if (await profiles.write(id, part, value, seen, now())) return;
    if (!isDeepStrictEqual((await profiles.of(id))[part], value)) throw new Problem('profile.changed');
  }

  #check({ country, region }: LocationCodes): void {
    const { countryName, regionName } = this.#deps.places;
    if (country && countryName(country) === undefined) throw new FieldsRefused({ country: notListed });
    if (region && regionName(country, region) === undefined) throw new FieldsRefused({ region: notListed });
  }

  /** When others see the links (ISO 8601); null if they do. */
  #linksFrom(member: Omit<ProfileMember, 'id'>): string | null {
    const until = newUntil(member, this.#deps.now());
    return trustOf(until !== null).profileLinks ? null : until;
  }

  #shown({ discipline, links, location, text, banner }: StoredProfile, avatarImage: string): ShownProfile {
    return { avatarImage, bannerImage: banner, discipline, links, location: this.#named(location), text };
  }

  /** A place that is no longer listed is named by its code. */
  #named({ country, region, hidesBikes }: LocationCodes): Location {
    const { countryName, regionName } = this.#deps.places;
    return {
      country,
      region,
      countryName: country && (countryName(country) ?? country),
      regionName: region && (regionName(country, region) ?? region),
      ...(hidesBikes && { hidesBikes }),
    };
  }
}
