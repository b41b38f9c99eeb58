import { expect, test } from 'vitest';
import { startTestDatabase } from './kit.ts';
import { type Outcome, UnifiedRunner } from './unified/runner.ts';

/** MongoDB's own CRUD tests; they are MongoDB's and not part of this repository. */
const folder = process.env.MONGODB_SPEC_TESTS;

/** What may fail, and why. Everything else has to pass. */
const outOfScope: [reason: string, pattern: RegExp][] = [
  ['refused by name', /not supported by the embedded database/],
  ['the driver itself gives a null _id a value', /^create-null-ids\.json: inserting _id with type null via /],
];

test.skipIf(!folder)(
  `MongoDB's CRUD tests${folder ? '' : ' (skipped: MONGODB_SPEC_TESTS names no folder)'}`,
  async () => {
    const own = await startTestDatabase();
    const runner = new UnifiedRunner(own.embedded.url);
    const outcomes: Outcome[] = [];
    for await (const outcome of runner.run(folder as string)) outcomes.push(outcome);
    await runner.close();
    await own.close();

    const count = (result: Outcome['result']): number => outcomes.filter((outcome) => outcome.result === result).length;
    for (const { name, result, reason } of outcomes)
      if (result === 'failed') console.info(`failed  ${name}\n        ${reason}`);
    console.info(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
    const unexplained = outcomes.filter(
      ({ result, name, reason }) =>
        result === 'failed' && !outOfScope.some(([, pattern]) => pattern.test(`${name}: ${reason}`)),
    );
    expect(unexplained).toEqual([]);
    expect(count('passed')).toBeGreaterThanOrEqual(283);
  },
  120_000,
);
