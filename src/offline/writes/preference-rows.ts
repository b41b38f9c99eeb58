import type { Id } from '#contract/ids.ts';
import {
  type ChosenPreferences,
  isChoice,
  type PreferenceChange,
  type PreferenceName,
  putPreference,
} from '#contract/user-preferences.ts';
import { type OutboxRow, rowOf } from '../rows.ts';

/** Values of preferences by name: what is not there was not chosen. */
export type Chosen = { [Name in PreferenceName]?: string };

/** The row that chooses a preference; what nobody has tried to send yet is replaced by what was chosen since. */
export function preferenceRow(userId: Id, change: PreferenceChange, title: string): OutboxRow {
  const { name } = change;
  const subject = { kind: 'preference', id: name, title, picture: null };
  const facts = { userId, lane: `preference:${name}`, kind: 'preference.put' as const, targetId: name, subject, title };
  return rowOf(putPreference, {}, { ...facts, body: change, coalesceKey: `preference:${userId}:${name}` });
}

const changeOf = ({ body }: OutboxRow): PreferenceChange => body as PreferenceChange;
const isOurs = ({ kind }: OutboxRow): boolean => kind === 'preference.put';

/** The rows that wait about one preference. */
export const rowsAbout = (rows: readonly OutboxRow[], name: PreferenceName): OutboxRow[] =>
  rows.filter((row) => isOurs(row) && changeOf(row).name === name);

/** What holds on this device: what the site has, and over it what waits here or was refused. */
export function overlayPreferences(data: ChosenPreferences | null, rows: readonly OutboxRow[]): Chosen {
  const there = Object.entries(data?.chosen ?? {}).map(([name, { value }]) => ({ name, value }));
  const all = [...there, ...rows.filter(isOurs).map(changeOf)];
  return Object.fromEntries(all.filter(({ name, value }) => isChoice(name, value)).map((one) => [one.name, one.value]));
}

/** A preference that two devices chose differently; `there` is null while the site was not asked since. */
export type Disagreement = { name: PreferenceName; here: string; there: string | null };

/** What this device chose and another one chose otherwise meanwhile, until somebody decides. */
export const disagreements = (data: ChosenPreferences | null, rows: readonly OutboxRow[]): Disagreement[] =>
  rows
    .filter((row) => isOurs(row) && row.state === 'failed' && row.lastError?.code === 'preference.changed')
    .map((row) => {
      const { name, value, seen } = changeOf(row);
      const there = data?.chosen[name];
      return { name, here: value, there: there && there.version > seen.version ? there.value : null };
    });
