import { useAtomValue } from 'jotai';
import { useLayoutEffect } from 'react';
import type { Result, TrackedAction } from '#src/lib/result.ts';
import { forgetResult, slotOf } from './run-action.ts';

/** What came of an action since this was opened. Whoever leaves it takes the result along, and no late answer brings it back. */
export function useResult(action: TrackedAction): Result {
  // Before anything can be pressed: an effect after the paint could forget what has begun.
  useLayoutEffect(() => {
    forgetResult(action);
    return () => forgetResult(action);
  }, [action]);
  return useAtomValue(slotOf(action));
}
