import type { Collection, Db, Filter } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import { byId } from '#api/platform/placement.ts';
import type { Id } from '#contract/ids.ts';
import {
  type Discipline,
  type LocationCodes,
  type ProfileLink,
  type ProfilePart,
  profileParts,
} from '#contract/profile.ts';
import type { Seen } from '#contract/seen.ts';

/** Values of the parts of a profile. */
export type ProfileValues = { discipline: Discipline; links: ProfileLink[]; location: LocationCodes; text: string };
/** Version of a part, the device that wrote it last, and the version since which that device wrote all changes. */
type Written = { version: number; device: Id; base: number; at: Date };

/** A profile row; parts that were never written are absent. */
export type ProfileRow = Partial<ProfileValues> & {
  /** The member's id. */
  _id: Id;
  written?: Partial<Record<ProfilePart, Written>>;
  /** Path of the picture. */
  banner?: string;
};

/** A stored profile. */
export type StoredProfile = ProfileValues & { banner: string; versions: Record<ProfilePart, number> };

const nothing: ProfileValues = { discipline: '', links: [], location: { country: '', region: '' }, text: '' };

function toProfile(row: ProfileRow | null): StoredProfile {
  const { discipline, links, location, text } = { ...nothing, ...row };
  const versions = Object.fromEntries(profileParts.map((part) => [part, row?.written?.[part]?.version ?? 0]));
  const banner = row?.banner ?? '';
  return { discipline, links, location, text, banner, versions: versions as Record<ProfilePart, number> };
}

/** Stores profiles, with a version for each part. */
export class ProfileStore {
  readonly placement = { profiles: byId };
  readonly #rows: Collection<ProfileRow>;

  constructor(db: Db) {
    this.#rows = db.collection('profiles');
  }

  /** A member's profile; an empty one if they never wrote any. */
  async of(memberId: Id): Promise<StoredProfile> {
    return toProfile(await this.#rows.findOne({ _id: memberId }));
  }

  /** Writes a part unless it is newer than the device has seen. Returns whether it was written. */
  async write<P extends ProfilePart>(
    memberId: Id,
    part: P,
    value: ProfileValues[P],
    { version, device }: Seen,
    at: Date,
  ): Promise<boolean> {
    const slot = `written.${part}`;
    const $set = { [part]: value, [`${slot}.at`]: at };
    const $inc = { [`${slot}.version`]: 1 };
    const own = { _id: memberId, [`${slot}.device`]: device, [`${slot}.base`]: { $lte: version } };
    if ((await this.#rows.updateOne(own as Filter<ProfileRow>, { $set, $inc })).matchedCount === 1) return true;
    const takenOver = { $set: { ...$set, [`${slot}.device`]: device, [`${slot}.base`]: version }, $inc };
    const asSeen = { _id: memberId, [`${slot}.version`]: version > 0 ? version : { $exists: false } };
    try {
      const { matchedCount, upsertedCount } = await this.#rows.updateOne(asSeen as Filter<ProfileRow>, takenOver, {
        upsert: version === 0,
      });
      return matchedCount + upsertedCount === 1;
    } catch (error) {
      // The profile exists, and this part has been written.
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  /** Sets or clears the banner's path. Returns the previous one. */
  async showBanner(memberId: Id, banner: string): Promise<string> {
    const before = await this.#rows.findOneAndUpdate({ _id: memberId }, { $set: { banner } }, { upsert: true });
    return before?.banner ?? '';
  }

  /** Deletes a member's profile. */
  async eraseOf(memberId: Id): Promise<void> {
    await this.#rows.deleteOne({ _id: memberId });
  }
}
