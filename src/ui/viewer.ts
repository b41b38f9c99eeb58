import { atom, getDefaultStore } from 'jotai';
import { createContext, useContext } from 'react';
import { type Language, type Preferences, usualIn } from '#contract/preferences.ts';
import type { Writing } from './in-language.ts';
import { useBrowserValue } from './use-browser-value.ts';

/** The localStorage key of the preferences. `src/theme.ts` reads it too. */
export const viewerPlace = 'preferences';

/** The preferences stored on this device. */
export type StoredViewer = Partial<Preferences> & {
  /** The id of the logged-in member that these belong to; `aside` has the visitors' preferences meanwhile. */
  of?: string;
  aside?: Partial<Preferences>;
  /** The names of the visitors' preferences that an account has taken over. */
  taken?: string[];
  /** The member's choices that their account does not have yet, in case the page is closed before. */
  pending?: Record<string, string>;
};

/** The viewer's preferences; `writing` is null for the site's own format of dates and numbers. */
export type Viewer = Preferences & { writing: Writing | null };

let writing: Writing | null = null;
const serverRendered: Viewer = { ...usualIn(''), writing };

export function storedViewer(): StoredViewer {
  try {
    return JSON.parse(localStorage.getItem(viewerPlace) ?? '{}');
  } catch {
    return {};
  }
}

const store = getDefaultStore();
/** The preferences as last read; null before. */
const readAtom = atom<Viewer | null>(null);
const readViewer = (): Viewer => ({ ...usualIn(navigator.language), ...storedViewer(), writing });
const viewerAtom = atom((get) => get(readAtom) ?? readViewer());

/** Returns the preferences of this device. */
export const viewer = (): Viewer => store.get(viewerAtom);

/** Reads the stored preferences again and notifies watchers. @param next used instead of the stored ones */
export const refreshViewer = (next: Viewer = readViewer()): void => store.set(readAtom, next);

const onStorage = ({ key }: StorageEvent) => {
  if (key === viewerPlace || key === null) refreshViewer();
};
readAtom.onMount = () => {
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
};

/** Calls the watcher after each change, also from another tab. Returns the unsubscribe function. */
export const watchViewer = (watcher: () => void): (() => void) => store.sub(viewerAtom, watcher);

let requested: Language = 'Site';

/** Loads the formats of the chosen language. If that fails, the site's own stay. */
export async function fetchWriting(): Promise<void> {
  const { language } = viewer();
  if (language === requested) return;
  requested = language;
  const next = language === 'Site' ? null : await import('./in-language.ts').catch(() => null);
  if (requested !== language) return;
  writing = next?.writingIn(language) ?? null;
  refreshViewer({ ...viewer(), writing });
}

/** Returns the formats of the viewer's language; null for the site's own. */
export const useWriting = (): Writing | null => useBrowserValue(() => viewer().writing, null, watchViewer);

/** Returns the viewer's preferences; the defaults in server rendering. */
export const useViewer = (): Viewer => useBrowserValue(viewer, serverRendered, watchViewer);

/** Whether to save data: photos are small until a large one is requested, and nothing is prefetched. */
export const savesData = (): boolean => {
  const { data } = viewer();
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return data === 'System' ? connection?.saveData === true : data === 'Reduced';
};

/** Whether the page was server-rendered for saving data. */
export const SmallPhoto = createContext(false);

/** The hook of {@link savesData}. */
export function useSavesData(): boolean {
  const serverRendered = useContext(SmallPhoto);
  return useBrowserValue(savesData, serverRendered, watchViewer);
}
