import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Tests that are run by a test. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: { include: ['tests/run/*.case.ts'], testTimeout: 60_000 },
});
