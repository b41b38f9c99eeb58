import { getDefaultStore } from 'jotai/vanilla';
import { linkProblem } from '#contract/links-elsewhere.ts';
import { isNewUntil, newUntilAtom } from './new-member.ts';

/** Returns why the member of this device may not post a text yet; null if they may. */
export const newMemberProblem = (text: string): string | null =>
  linkProblem(text, isNewUntil(getDefaultStore().get(newUntilAtom)), location.origin);
