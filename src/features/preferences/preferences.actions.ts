import { atom, getDefaultStore } from 'jotai';
import type { Id } from '#contract/ids.ts';
import { timeZoneHere } from '#contract/time-zone.ts';
import {
  getPreferences,
  isChoice,
  type PreferenceChange,
  type PreferenceName,
  putTimeZone,
} from '#contract/user-preferences.ts';
import { runAction } from '#src/actions/run-action.ts';
import { fetchIntoCache } from '#src/cache/generation.ts';
import { type Chosen, preferencesOf, savePreferences } from '#src/cache/values/preferences.ts';
import { ignoreApiFailure } from '#src/lib/failure.ts';
import { commit } from '#src/outbox/commit.ts';
import { queueMutation } from '#src/outbox/enqueue.ts';
import { mutationsOf } from '#src/outbox/outbox.ts';
import { thisDevice } from '#src/storage/device-id.ts';
import { inUserDb, userDb } from '#src/storage/user-db.ts';
import { choose, notePending, pendingOf, putBack } from '#src/ui/choose-preferences.ts';
import { storedPreferences } from '#src/ui/display-preferences.ts';
import { isShown } from './preference-text.ts';
import { putPreferenceMutation } from './preferences.mutations.ts';

const store = getDefaultStore();

/** Number of choices being stored; anything read meanwhile may be outdated. */
export const choosingAtom = atom(0);

/** Deletes refused mutations of a preference. Must run inside a transaction over `userDb`. */
async function dropRefused(userId: Id, name: PreferenceName): Promise<void> {
  const refused = (await mutationsOf(userId)).filter(
    ({ kind, targetId, state }) => kind === putPreferenceMutation.kind && targetId === name && state === 'failed',
  );
  await userDb.outbox.remove(...refused.map(({ id }) => id));
}

/**
 * Sets a preference of a member for all devices, optimistically on this one.
 * @throws ApiFailure if it can be neither stored nor sent
 */
export async function chooseForMember(userId: Id, name: PreferenceName, value: string): Promise<void> {
  store.set(choosingAtom, (count) => count + 1);
  const before = storedPreferences();
  if (isShown(name)) choose({ [name]: value }, userId);
  notePending(userId, name, value);
  try {
    const version = (await preferencesOf(userId))?.chosen[name]?.version ?? 0;
    await runAction(putPreferenceMutation.action, () =>
      commit(async () => {
        const seen = { version, device: await thisDevice() };
        const timeZone = name === 'weeklyMail' ? timeZoneHere() : undefined;
        const change = { name, value, seen, timeZone } as PreferenceChange;
        return [await queueMutation(putPreferenceMutation, change, userId)];
      }),
    );
    notePending(userId, name, null);
  } catch (cause) {
    putBack(before);
    throw cause;
  } finally {
    store.set(choosingAtom, (count) => count - 1);
  }
}

/** Retries choices that were interrupted when a page was left. */
export function goOnChoosing(userId: Id): void {
  for (const [name, value] of Object.entries(pendingOf(userId)))
    if (isChoice(name, value)) void chooseForMember(userId, name as PreferenceName, value).catch(ignoreApiFailure);
}

/** Accepts the other device's choice. */
export const takeOther = (userId: Id, name: PreferenceName): Promise<void> => inUserDb(() => dropRefused(userId, name));

/** Copies the visitor's preferences on this device to the member. @throws ApiFailure */
export async function takeOver(userId: Id, chosen: Chosen): Promise<void> {
  for (const [name, value] of Object.entries(chosen)) await chooseForMember(userId, name as PreferenceName, value);
}

/** Fetches a member's preferences and caches them. @throws ApiFailure */
export const refreshPreferences = (userId: Id): Promise<unknown> =>
  fetchIntoCache(
    () => runAction(getPreferences, { as: userId }),
    (data) => savePreferences(userId, data),
  );

/** Tells the server the time zone of this device, by which the weekly mail comes. @throws ApiFailure */
export const tellTimeZone = (userId: Id, timeZone: string): Promise<unknown> =>
  fetchIntoCache(
    () => runAction(putTimeZone, { as: userId, body: { timeZone } }),
    (data) => savePreferences(userId, data),
  );
