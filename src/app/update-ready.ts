import { createValue } from '#src/lib/value.ts';

/** Whether a new version waits to be activated. */
export const updateReady = createValue(false);
