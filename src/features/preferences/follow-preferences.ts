import { getDefaultStore } from 'jotai';
import type { Id } from '#contract/ids.ts';
import { timeZoneHere } from '#contract/time-zone.ts';
import type { Chosen } from '#src/cache/values/preferences.ts';
import { ignoreApiFailure } from '#src/lib/failure.ts';
import { onReconnect } from '#src/lib/signal.ts';
import { authCompleteAtom, authUserAtom } from '#src/session/session.ts';
import { watch } from '#src/storage/watch.ts';
import { adopt, choose, forgetMember, noteTaken, untaken } from '#src/ui/choose-preferences.ts';
import { storedPreferences } from '#src/ui/display-preferences.ts';
import { isShown } from './preference-text.ts';
import { choosingAtom, goOnChoosing, refreshPreferences, takeOver, tellTimeZone } from './preferences.actions.ts';
import { type PreferencesHere, preferencesHere } from './preferences.queries.ts';

const store = getDefaultStore();

/** Subscribes to the version of the preferences on the server, starting with the current one. Returns how to stop. */
type News = (listener: (version: number | undefined) => void) => () => void;

/** Synchronizes a member's preferences with this device. Returns how to stop. */
function begin(userId: Id, news: News): () => void {
  let over = false;
  let announcedVersion = 0;
  /** Version that caused the last request, so that the same one causes no other. */
  let asked: string | null = null;
  const ask = async () => {
    await refreshPreferences(userId).catch(ignoreApiFailure);
    await look();
  };
  const take = async (left: Chosen) => {
    noteTaken();
    await takeOver(userId, left).catch(ignoreApiFailure);
  };
  let toldZone: string | null = null;
  /** Tells the server of another time zone, once: the weekly mail comes by the clock of the device that was used last. */
  const tellZone = ({ version, chosen, timeZone, waiting }: PreferencesHere) => {
    const here = timeZoneHere();
    if (version === null || waiting || chosen.weeklyMail !== 'On' || timeZone === here || toldZone === here) return;
    toldZone = here;
    void tellTimeZone(userId, here).catch(ignoreApiFailure);
  };
  const show = (found: PreferencesHere) => {
    if (over || store.get(choosingAtom) > 0) return;
    const { version, chosen, conflicts } = found;
    const shown = Object.fromEntries(Object.entries(chosen).filter(([name]) => isShown(name)));
    const left = untaken();
    if (version === 0 && Object.keys(chosen).length === 0 && Object.keys(left).length > 0) return void take(left);
    if (version === null) choose(shown, userId);
    else adopt(userId, shown);
    const unclear = conflicts.filter(({ there }) => there === null);
    if (version !== null && announcedVersion <= version && unclear.length === 0) return tellZone(found);
    const why = JSON.stringify([version, announcedVersion, unclear]);
    if (why === asked) return;
    asked = why;
    void ask();
  };
  let looks = 0;
  const look = async (): Promise<void> => {
    looks += 1;
    const current = looks;
    const found = await preferencesHere(userId).catch(() => null);
    // A read that began before the latest choice is outdated.
    if (found && current === looks) show(found);
  };
  goOnChoosing(userId);
  const stops = [
    watch(
      () => preferencesHere(userId),
      () => void look(),
    ),
    store.sub(choosingAtom, () => store.get(choosingAtom) === 0 && void look()),
    news((version = 0) => {
      announcedVersion = version;
      void look();
    }),
    onReconnect(() => {
      asked = null;
      void look();
    }),
  ];
  return () => {
    over = true;
    for (const stop of stops) stop();
  };
}

/** Synchronizes the preferences of the logged-in member; without one, uses those of this device's visitors. */
export function followPreferences(news: News): void {
  let whose: Id | null | undefined;
  let stop = () => {};
  const look = () => {
    const id = store.get(authUserAtom)?.id ?? null;
    if (!store.get(authCompleteAtom) || id === whose) return;
    whose = id;
    stop();
    stop = () => {};
    if (storedPreferences().of !== id) forgetMember();
    if (id) stop = begin(id, news);
  };
  store.sub(authUserAtom, look);
  store.sub(authCompleteAtom, look);
  look();
}
