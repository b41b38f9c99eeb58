import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

if (process.env.TEST_MONGODB_URL) {
  const suite = [
    join(import.meta.dirname, 'run.ts'),
    '--exclude',
    'api/embedded-mongo/**',
    '--exclude',
    'tests/bench/**',
  ];
  const run = spawn(process.execPath, [...suite, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => run.kill(signal));
  const [code] = await once(run, 'exit');
  process.exitCode = code ?? 1;
} else {
  process.stdout.write('Nothing to do: TEST_MONGODB_URL names no MongoDB server for the application tests.\n');
}
