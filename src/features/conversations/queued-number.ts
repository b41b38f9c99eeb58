/** Stand-in number of a message that the server has not numbered; sorts after all others. */
export const queuedNumber = Number.MAX_SAFE_INTEGER;
