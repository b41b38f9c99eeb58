/** Time that a development server gets to stop: it waits ten seconds for open connections. */
export const stopTimeoutMs = 12_000;
