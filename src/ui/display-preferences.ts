import { atom, getDefaultStore } from 'jotai';
import { createContext, useContext } from 'react';
import { type Language, type Preferences, usualIn } from '#contract/preferences.ts';
import { pageLanguage } from '#contract/texts.ts';
import type { Writing } from './in-language.ts';
import { useBrowserValue } from './use-browser-value.ts';

/** The localStorage key of the preferences. `src/theme.ts` reads it too. */
export const preferencesKey = 'preferences';

/** The preferences stored on this device. */
export type StoredPreferences = Partial<Preferences> & {
  /** The id of the logged-in member that these belong to; `aside` has the visitors' preferences meanwhile. */
  of?: string;
  aside?: Partial<Preferences>;
  /** The names of the visitors' preferences that an account has taken over. */
  taken?: string[];
  /** The member's choices that their account does not have yet, in case the page is closed before. */
  pending?: Record<string, string>;
};

/** The viewer's preferences; `writing` is null for the site's English format of dates and numbers. */
export type DisplayPreferences = Preferences & { writing: Writing | null };

let writing: Writing | null = null;
/** Its `writing` is that of the page's language. */
const serverRendered: DisplayPreferences = { ...usualIn(''), writing };

export function storedPreferences(): StoredPreferences {
  try {
    return JSON.parse(localStorage.getItem(preferencesKey) ?? '{}');
  } catch {
    return {};
  }
}

const store = getDefaultStore();
/** The preferences as last read; null before. */
const readAtom = atom<DisplayPreferences | null>(null);
const readDisplayPreferences = (): DisplayPreferences => ({
  ...usualIn(navigator.language),
  ...storedPreferences(),
  writing,
});
const preferencesAtom = atom((get) => get(readAtom) ?? readDisplayPreferences());

/** Returns the preferences of this device. */
export const displayPreferences = (): DisplayPreferences => store.get(preferencesAtom);

/** Reads the stored preferences again and notifies watchers. @param next used instead of the stored ones */
export const refreshDisplayPreferences = (next: DisplayPreferences = readDisplayPreferences()): void =>
  store.set(readAtom, next);

const onStorage = ({ key }: StorageEvent) => {
  if (key === preferencesKey || key === null) refreshDisplayPreferences();
};
readAtom.onMount = () => {
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
};

/** Calls the watcher after each change, also from another tab. Returns the unsubscribe function. */
export const watchDisplayPreferences = (watcher: () => void): (() => void) => store.sub(preferencesAtom, watcher);

let requested: Language = 'Site';

const writingOf = (language: string): Promise<Writing | null> =>
  import('./in-language.ts').then(
    ({ writingIn }) => writingIn(language),
    () => null,
  );

function applyWriting(next: Writing | null): void {
  writing = next;
  refreshDisplayPreferences({ ...displayPreferences(), writing });
}

/** The formats of the page's language; null for English. The same on the server and in each browser. */
export const siteWriting = (): Writing | null => serverRendered.writing;

/** Loads the formats of the page's language; must be awaited before the first render. English needs none. */
export async function fetchSiteWriting(): Promise<void> {
  if (pageLanguage === 'en') return;
  serverRendered.writing = await writingOf(pageLanguage);
  if (!writing) applyWriting(serverRendered.writing);
}

/** Loads the formats of the chosen language. If that fails, those of the page's language stay. */
export async function fetchWriting(): Promise<void> {
  const { language } = displayPreferences();
  if (language === requested) return;
  requested = language;
  const next = language === 'Site' ? null : await writingOf(language);
  if (requested === language) applyWriting(next ?? serverRendered.writing);
}

/** Returns the formats of the viewer's language; null for the site's English ones. */
export const useWriting = (): Writing | null =>
  useBrowserValue(() => displayPreferences().writing, serverRendered.writing, watchDisplayPreferences);

/** Returns the viewer's preferences; the defaults in server rendering. */
export const useDisplayPreferences = (): DisplayPreferences =>
  useBrowserValue(displayPreferences, serverRendered, watchDisplayPreferences);

/** Whether to save data: photos are small until a large one is requested, and nothing is prefetched. */
export const savesData = (): boolean => {
  const { data } = displayPreferences();
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return data === 'System' ? connection?.saveData === true : data === 'Reduced';
};

/** Whether the page was server-rendered for saving data. */
export const SmallPhoto = createContext(false);

/** The hook of {@link savesData}. */
export function useSavesData(): boolean {
  const serverRendered = useContext(SmallPhoto);
  return useBrowserValue(savesData, serverRendered, watchDisplayPreferences);
}
