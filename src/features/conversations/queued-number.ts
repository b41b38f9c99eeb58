/** The number of a message that the server has not numbered. It follows all others. */
export const queuedNumber = Number.MAX_SAFE_INTEGER;
