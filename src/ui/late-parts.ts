import { atom } from 'jotai';
import type { ComponentType } from 'react';

/** @property count of new alerts and messages, and of queued things that need a decision */
type LatePart = ComponentType<{ count: number }>;

/** Parts of the layout whose code is not part of the first load: prompts, and the count on the app's icon. */
export const latePartsAtom = atom<readonly LatePart[]>([]);
/** Back, in the installed app. */
export const backAtom = atom<ComponentType | null>(null);
