import { useAtomValue } from 'jotai';
import { isNewUntil, newUntilAtom } from './new-member.ts';

/** Returns whether the member of this device is new. */
export const useIsNewMember = (): boolean => isNewUntil(useAtomValue(newUntilAtom));
