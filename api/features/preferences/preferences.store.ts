import type { Collection, Db } from 'mongodb';
import { BatchLoader } from '#api/platform/batch-loader.ts';
import { isDuplicate } from '#api/platform/mongo.ts';
import { byId } from '#api/platform/placement.ts';
import type { MessageChoice } from '#contract/preferences.ts';
import { Problem } from '#contract/problems.ts';
import type { ChosenPreferences, PreferenceChange } from '#contract/user-preferences.ts';

/** `device`: the device that set it. */
type Choice = { value: string; version: number; device: string };
type PreferencesRow = {
  /** The member's id. */
  _id: string;
  /** Number of changes. */
  version: number;
  chosen: Record<string, Choice>;
  /** Of the device that told it last; only with the weekly mail. */
  timeZone?: string;
};

const maxTries = 5;

const toChosen = (row: PreferencesRow | null): ChosenPreferences => ({
  version: row?.version ?? 0,
  chosen: Object.fromEntries(
    Object.entries(row?.chosen ?? {}).map(([name, { value, version }]) => [name, { value, version }]),
  ),
  ...(row?.timeZone && { timeZone: row.timeZone }),
});

const getsWeeklyMail = { 'chosen.weeklyMail.value': 'On' } as const;

/** Stores members' preferences and the devices that set them. */
export class PreferenceStore {
  readonly placement = { preferences: byId };
  readonly #rows: Collection<PreferencesRow>;
  readonly #choices: BatchLoader<Pick<PreferencesRow, '_id' | 'chosen'>>;

  constructor(db: Db) {
    this.#rows = db.collection('preferences');
    this.#choices = new BatchLoader(db, 'preferences', { chosen: 1 });
  }

  async of(userId: string): Promise<ChosenPreferences> {
    return toChosen(await this.#rows.findOne({ _id: userId }));
  }

  /**
   * Sets a preference, unless another device has set a different value meanwhile.
   * @returns the current preferences
   * @throws preference.changed
   */
  async put(userId: string, change: PreferenceChange): Promise<ChosenPreferences> {
    for (let i = 0; i < maxTries; i++) {
      const row = await this.#rows.findOne({ _id: userId });
      const next = changed(row, change);
      if (!next) return toChosen(row);
      if (await this.#write(userId, row, next)) return toChosen({ ...row, _id: userId, ...next });
    }
    throw new Problem('unavailable');
  }

  /** Writes if the row is unchanged; returns whether it did. */
  async #write(_id: string, row: PreferencesRow | null, next: Omit<PreferencesRow, '_id'>): Promise<boolean> {
    if (row) return (await this.#rows.updateOne({ _id, version: row.version }, { $set: next })).matchedCount > 0;
    try {
      await this.#rows.insertOne({ _id, ...next });
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return false;
    }
  }

  /**
   * The preferences that each member has switched off, batched into one query. Members without preferences are left
   * out.
   */
  async switchedOff(userIds: readonly string[]): Promise<Map<string, Set<string>>> {
    const rows = await Promise.all(userIds.map((id) => this.#choices.find(id)));
    const offOf = ({ chosen }: Pick<PreferencesRow, 'chosen'>) =>
      Object.keys(chosen).filter((name) => chosen[name]?.value === 'Off');
    return new Map(rows.flatMap((row) => (row ? [[row._id, new Set(offOf(row))]] : [])));
  }

  /** The member's choice of who may begin a conversation with them. */
  async conversationsFrom(userId: string): Promise<MessageChoice> {
    const projection = { 'chosen.conversationsFrom.value': 1 };
    const { chosen } = (await this.#rows.findOne({ _id: userId }, { projection })) ?? {};
    return (chosen?.conversationsFrom?.value as MessageChoice | undefined) ?? 'Everyone';
  }

  /** Stores the time zone of a member who gets the weekly mail, and forgets that of any other. */
  async noteTimeZone(userId: string, timeZone: string | undefined): Promise<void> {
    if (timeZone) await this.#rows.updateOne({ _id: userId, ...getsWeeklyMail }, { $set: { timeZone } });
    await this.#rows.updateOne({ _id: userId, 'chosen.weeklyMail.value': { $ne: 'On' } }, { $unset: { timeZone: '' } });
  }

  /** Filters the members who get the weekly mail. */
  async weeklyMailAmong(userIds: readonly string[]): Promise<Set<string>> {
    const wanted = { _id: { $in: [...userIds] }, ...getsWeeklyMail };
    const rows = await this.#rows.find(wanted, { projection: { _id: 1 } }).toArray();
    return new Set(rows.map(({ _id }) => _id));
  }

  /** Which of a member's lists others cannot see. */
  async hiddenListsOf(userId: string): Promise<{ followers: boolean; following: boolean }> {
    const projection = { 'chosen.followersFor.value': 1, 'chosen.followingFor.value': 1 };
    const { chosen } = (await this.#rows.findOne({ _id: userId }, { projection })) ?? {};
    return {
      followers: chosen?.followersFor?.value === 'Nobody',
      following: chosen?.followingFor?.value === 'Nobody',
    };
  }

  async eraseOf(userId: string): Promise<void> {
    await this.#rows.deleteOne({ _id: userId });
  }
}

/** The updated row; null if nothing changes. @throws preference.changed */
function changed(row: PreferencesRow | null, { name, value, seen }: PreferenceChange) {
  const now = row?.chosen[name];
  if (now?.value === value) return null;
  // A device knows its own previous choice, even if it did not get the response.
  const known = !now || now.version === seen.version || now.device === seen.device;
  if (!known) throw new Problem('preference.changed');
  const choice = { value, version: (now?.version ?? 0) + 1, device: seen.device };
  return { version: (row?.version ?? 0) + 1, chosen: { ...row?.chosen, [name]: choice } };
}
