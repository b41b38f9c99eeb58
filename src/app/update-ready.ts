import { createValue } from '#src/lib/value.ts';

/** Whether a new version waits to take over. */
export const updateReady = createValue(false);
