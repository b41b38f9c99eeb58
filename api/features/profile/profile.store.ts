import type { Collection, Db, Filter } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import type { Id } from '#contract/ids.ts';
import { type Discipline, type Place, type ProfileLink, type ProfilePart, profileParts } from '#contract/profile.ts';
import type { Seen } from '#contract/seen.ts';

/** What the parts of a profile hold. */
export type ProfileValues = { discipline: Discipline; links: ProfileLink[]; location: Place; text: string };
/** How often a part was written, by which device last, and all since which version. */
type Written = { version: number; device: Id; base: number; at: Date };

/** A profile as the database has it; what was never written is absent. */
export type ProfileRow = Partial<ProfileValues> & {
  /** The member's. */
  _id: Id;
  written?: Partial<Record<ProfilePart, Written>>;
  /** The address of a picture. */
  banner?: string;
};

/** A profile as it is kept. */
export type KeptProfile = ProfileValues & { banner: string; versions: Record<ProfilePart, number> };

const nothing: ProfileValues = { discipline: '', links: [], location: { country: '', region: '' }, text: '' };

function toProfile(row: ProfileRow | null): KeptProfile {
  const { discipline, links, location, text } = { ...nothing, ...row };
  const versions = Object.fromEntries(profileParts.map((part) => [part, row?.written?.[part]?.version ?? 0]));
  const banner = row?.banner ?? '';
  return { discipline, links, location, text, banner, versions: versions as Record<ProfilePart, number> };
}

/** What members tell of themselves, each part with a version of its own. */
export class ProfileStore {
  readonly #rows: Collection<ProfileRow>;

  constructor(db: Db) {
    this.#rows = db.collection('profiles');
  }

  /** Rows are found by their members alone. */
  async createIndexes(): Promise<void> {}

  /** A member's profile; an empty one where they never wrote any. */
  async of(memberId: Id): Promise<KeptProfile> {
    return toProfile(await this.#rows.findOne({ _id: memberId }));
  }

  /** Writes a part that is not newer than what a device has seen of it; false when it is. */
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
      // There is a profile, and this part of it has been written.
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  /** Shows a banner by its address, or none. @returns what was shown before */
  async showBanner(memberId: Id, banner: string): Promise<string> {
    const before = await this.#rows.findOneAndUpdate({ _id: memberId }, { $set: { banner } }, { upsert: true });
    return before?.banner ?? '';
  }

  /** Erases a member's profile. */
  async eraseOf(memberId: Id): Promise<void> {
    await this.#rows.deleteOne({ _id: memberId });
  }
}
