import { type Outcome, UnifiedRunner } from './runner.ts';

/** The reason of a test that may fail. All others must pass. */
const outOfScope = /not supported by the embedded database/;

/** The minimum number of passes; at least one by default. */
export const fewestPasses = Number(process.env.MONGODB_SPEC_PASSES || 1);

/** The outcomes of MongoDB's unified tests. */
export interface Summary {
  outcomes: Outcome[];
  passed: number;
  /** Failures that are not out of scope. */
  faults: Outcome[];
  /** One line for each failure and skip with its reason, and the counts at the end. */
  lines: string[];
}

const isFault = ({ reason }: Outcome): boolean => !outOfScope.test(reason);

/** Runs all tests of a folder and its subfolders on a server. */
export async function runSuite(url: string, folder: string): Promise<Summary> {
  const runner = new UnifiedRunner(url);
  const outcomes = await Array.fromAsync(runner.run(folder));
  await runner.close();
  const of = (result: Outcome['result']): Outcome[] => outcomes.filter((outcome) => outcome.result === result);
  const failed = of('failed');
  const skipped = of('skipped');
  const passed = of('passed').length;
  return {
    outcomes,
    passed,
    faults: failed.filter(isFault),
    lines: [
      ...skipped.map(({ name, reason }) => `skipped  ${name}\n         ${reason}`),
      ...failed.map((outcome) => `failed   ${outcome.name}\n         ${explained(outcome)}`),
      `${passed} passed, ${failed.length} failed, ${skipped.length} skipped`,
    ],
  };
}

const explained = (outcome: Outcome): string =>
  `${isFault(outcome) ? 'FAULT' : 'out of scope, refused by name'}: ${outcome.reason}`;
