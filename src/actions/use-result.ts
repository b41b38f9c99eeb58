import { useAtomValue } from 'jotai';
import { useLayoutEffect } from 'react';
import type { ActionName, Result } from '#src/lib/result.ts';
import { forgetResult, slotOf } from './run-action.ts';

/**
 * Returns the result of an action since this component was mounted. Unmounting resets the slot; late answers are
 * ignored.
 */
export function useResult(action: ActionName): Result {
  // A layout effect runs before anything can be pressed. An effect after the paint could reset an action that has
  // started.
  useLayoutEffect(() => {
    forgetResult(action);
    return () => forgetResult(action);
  }, [action]);
  return useAtomValue(slotOf(action));
}
