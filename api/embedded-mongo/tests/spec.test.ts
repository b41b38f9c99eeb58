import { expect, test } from 'vitest';
import { startTestDatabase } from './kit.ts';
import { fewestPasses, runSuite } from './unified/suite.ts';

/** MongoDB's own tests, which are not part of this repository. */
const folder = process.env.MONGODB_SPEC_TESTS;

test.skipIf(!folder)(
  `MongoDB's unified tests${folder ? '' : ' (skipped: MONGODB_SPEC_TESTS names no folder)'}`,
  async () => {
    const own = await startTestDatabase();
    const { faults, passed } = await runSuite(own.embedded.url, folder as string);
    await own.close();
    expect(faults).toEqual([]);
    expect(passed).toBeGreaterThanOrEqual(fewestPasses);
  },
  120_000,
);
