/** The tag of a test that only `npm run test:all` runs: an exhaustive matrix, a torture round, a comparison of times. */
export const nightly = 'nightly';

/** Whether the second tier runs too. */
export const runsAll = process.env.TEST_TIER === 'all';
