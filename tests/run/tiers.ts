/** Tag of tests that only `npm run test:all` runs: exhaustive matrices, stress rounds, timing comparisons. */
export const nightly = 'nightly';

/** Whether the second tier runs, too. */
export const runsAll = process.env.TEST_TIER === 'all';
