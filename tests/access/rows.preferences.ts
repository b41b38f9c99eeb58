import { newId } from '#contract/ids.ts';
import { type ChosenPreferences, getPreferences, putPreference, putTimeZone } from '#contract/user-preferences.ts';
import { members } from './callers.ts';
import type { Row, Stage } from './stage.ts';

const choose = (units: 'Metric' | 'Imperial') =>
  ({ name: 'units', value: units, seen: { version: 0, device: newId() } }) as const;
const byOwner = async (stage: Stage) => {
  await stage.app.db.collection('preferences').deleteMany({});
  await stage.callers.owner.call(putPreference, { body: choose('Imperial') });
  return 'units';
};
const shown = (data: unknown, name: string) =>
  Object.hasOwn((data as ChosenPreferences).chosen, name) ? 'shown' : 'not shown';

export const preferenceRows: Row[] = [
  {
    call: getPreferences,
    prepare: byOwner,
    by: (asks, _, how) => asks.call(getPreferences, how),
    seen: shown,
    expected: members('200, not shown', '200, shown'),
  },
  {
    call: putPreference,
    prepare: byOwner,
    by: (asks, _, how) => asks.call(putPreference, { body: choose('Metric'), ...how }),
    expected: members('200', '409 preference.changed'),
  },
  {
    call: putTimeZone,
    by: (asks, _, how) => asks.call(putTimeZone, { body: { timeZone: 'Asia/Tokyo' }, ...how }),
    expected: members('200'),
  },
];
