/** Hashing passwords at the production cost would take two fifths of the time of the server's tests. */
export const cheapHashing = { memory: 64, passes: 1, parallelism: 1 };
