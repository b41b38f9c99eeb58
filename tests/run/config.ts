import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { nightly } from './tiers.ts';

/** Configuration for tests that a test runs. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: { include: ['tests/run/*.case.ts'], tags: [{ name: nightly }], testTimeout: 60_000 },
});
