import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Folders of the application's tests; those of the embedded database cover nothing else. */
const suite = ['e2e', 'features', 'offline', 'platform', 'screens', 'ui'].map(
  (folder) => `${join(import.meta.dirname, folder)}/`,
);

if (process.env.TEST_MONGODB_URL) {
  const files = process.argv.length > 2 ? process.argv.slice(2) : suite;
  const run = spawn(process.execPath, [join(import.meta.dirname, 'run.ts'), ...files], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => run.kill(signal));
  const [code] = await once(run, 'exit');
  process.exitCode = code ?? 1;
} else {
  process.stdout.write('Nothing to do: TEST_MONGODB_URL names no MongoDB server for the application tests.\n');
}
