import { atom } from 'jotai';
import type { ComponentType } from 'react';

export type LatePart = ComponentType | null;

/** Back, in the installed app. Its code is not part of the first load. */
export const backAtom = atom<LatePart>(null);
/** A prompt at the bottom of the page: a new version is ready, or the app can be installed. */
export const promptAtom = atom<LatePart>(null);
