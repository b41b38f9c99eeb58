import type { ChildProcess } from 'node:child_process';

/** Kills a process when this one ends: a test that fails early must not leave a browser running. */
export function endWithTests(child: ChildProcess): void {
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
}
