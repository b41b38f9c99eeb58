import { createContext, useContext, useSyncExternalStore } from 'react';
import { type Language, type Preferences, usualIn } from '#contract/preferences.ts';
import type { Writing } from './in-language.ts';

/** Where this device keeps what was chosen. The script that paints the first moment looks there too. */
export const viewerPlace = 'preferences';

/** What was chosen on this device. */
export type KeptViewer = Partial<Preferences> & {
  /** Whose it is, where somebody is logged in, and what visitors chose here meanwhile. */
  of?: string;
  aside?: Partial<Preferences>;
  /** Which of what visitors chose an account has taken over. */
  taken?: string[];
  /** What the member chose that is not kept otherwise yet: a page may be left before that. */
  pending?: Record<string, string>;
};

/** How pages are written; `writing` is null where dates and numbers are the site's own. */
export type Viewer = Preferences & { writing: Writing | null };

const watchers = new Set<() => void>();
let writing: Writing | null = null;
const drawn: Viewer = { ...usualIn(''), writing };
let now: Viewer | undefined;

export function keptViewer(): KeptViewer {
  try {
    return JSON.parse(localStorage.getItem(viewerPlace) ?? '{}');
  } catch {
    return {};
  }
}

/** How pages are written on this device. */
export const viewer = (): Viewer => {
  now ??= { ...usualIn(navigator.language), ...keptViewer(), writing };
  return now;
};

/** Looks anew what is kept, and tells everybody. @param next what holds instead */
export const renewViewer = (next?: Viewer): void => {
  now = next;
  for (const watcher of watchers) watcher();
};

const hear = ({ key }: StorageEvent) => {
  if (key === viewerPlace || key === null) renewViewer();
};

/** Calls the watcher after each change, also by another tab; returns how to stop. */
export function watchViewer(watcher: () => void): () => void {
  if (watchers.size === 0) addEventListener('storage', hear);
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}

let asked: Language = 'Site';

/** Brings what writes in the chosen language, and lets everything be written so. Without it the site's own stays. */
export async function fetchWriting(): Promise<void> {
  const { language } = viewer();
  if (language === asked) return;
  asked = language;
  const next = language === 'Site' ? null : await import('./in-language.ts').catch(() => null);
  if (asked !== language) return;
  writing = next?.writingIn(language) ?? null;
  renewViewer({ ...viewer(), writing });
}

/** In whose hand numbers are written for whoever looks. */
export const useWriting = (): Writing | null =>
  useSyncExternalStore(
    watchViewer,
    () => viewer().writing,
    () => null,
  );

/** How pages are written for whoever looks; drawn without a browser, as for somebody of whom nothing is known. */
export const useViewer = (): Viewer => useSyncExternalStore(watchViewer, viewer, () => drawn);

/** Whether little is to be fetched: photos are small until a large one is asked for, and nothing comes ahead of need. */
export const savesData = (): boolean => {
  const { data } = viewer();
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return data === 'System' ? connection?.saveData === true : data === 'Reduced';
};

/** Whether the page was drawn so. */
export const DrawnSmall = createContext(false);

/** {@link savesData} for whoever looks. */
export function useSavesData(): boolean {
  const drawn = useContext(DrawnSmall);
  return useSyncExternalStore(watchViewer, savesData, () => drawn);
}
