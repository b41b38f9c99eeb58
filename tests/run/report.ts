import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { nightly, runsAll } from './tiers.ts';

export type TestReport = {
  passed: number;
  /** Failed tests, and files that failed to load. */
  failed: number;
  skipped: number;
  /** Full names of skipped tests, without those of the second tier. */
  skippedNames: string[];
  /** Full names of tests that passed at the second try only. */
  flaky: string[];
  /** Number of second-tier tests that were left out. */
  leftOut: number;
  /** Slowest first. */
  files: { file: string; seconds: number; tests: { name: string; state: string; seconds: number }[] }[];
};

const seconds = (ms: number) => Math.round(ms / 100) / 10;
const isLeftOut = (test: TestCase) => !runsAll && test.result().state === 'skipped' && test.tags.includes(nightly);
/** Milliseconds of import, hooks and tests. */
const durationOf = (module: TestModule) => module.diagnostic().duration + module.diagnostic().collectDuration;

/** Writes a {@link TestReport} as JSON to the file named by `TEST_REPORT`. */
export default class ReportWriter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    const broken = modules.filter(
      (module) => module.state() === 'failed' && ![...module.children.allTests('failed')].length,
    );
    const skipped = inState('skipped').filter((test) => !isLeftOut(test));
    const report: TestReport = {
      passed: inState('passed').length,
      failed: inState('failed').length + broken.length + errors.length,
      skipped: skipped.length,
      skippedNames: skipped.map((test) => test.fullName),
      flaky: tests.filter((test) => test.diagnostic()?.flaky).map((test) => test.fullName),
      leftOut: tests.filter(isLeftOut).length,
      files: modules.toSorted((a, b) => durationOf(b) - durationOf(a)).map((module) => this.#fileOf(module)),
    };
    const file = process.env.TEST_REPORT;
    if (!file) return;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(report, null, 1));
  }

  #fileOf(module: TestModule): TestReport['files'][number] {
    return {
      file: relative(process.cwd(), module.moduleId),
      seconds: seconds(durationOf(module)),
      tests: [...module.children.allTests()].map((test) => ({
        name: test.fullName,
        state: test.result().state,
        seconds: seconds(test.diagnostic()?.duration ?? 0),
      })),
    };
  }
}
