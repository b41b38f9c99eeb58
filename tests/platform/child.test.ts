import { fork } from 'node:child_process';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Child } from '#api/platform/child.ts';

let canStart = true;
function start(...args: Parameters<typeof fork>) {
  if (!canStart) throw new Error('spawn ENOMEM');
  return fork(...args);
}
const entry = new URL('../kit/process-id.child.ts', import.meta.url);
const child = new Child(entry, { ms: 20_000, memory: 1e9, start: start as typeof fork });

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => child.close());

test('a process ends when it has had no job for 30 seconds, and the next job gets a new one', async () => {
  const first = await child.run<number>('job', 'ana');
  vi.advanceTimersByTime(29_999);
  expect(await child.run('job', 'ana')).toBe(first);
  vi.advanceTimersByTime(29_999);
  expect(await child.run('job', 'ana')).toBe(first);
  vi.advanceTimersByTime(30_000);
  expect(await child.run('job', 'ana')).not.toBe(first);
});

test('the owner of a job that could not be started is not charged for the time since the job before', async () => {
  await child.run('job', 'ana', 0);
  vi.advanceTimersByTime(30_000);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  canStart = false;
  await expect(child.run('job', 'ana', 0)).rejects.toMatchObject({ why: 'unstarted' });
  canStart = true;
  const order: string[] = [];
  await Promise.all(
    ['ben', 'ana', 'ben', 'ben'].map((owner) => child.run('job', owner, 0).then(() => order.push(owner))),
  );
  expect(order).toEqual(['ben', 'ana', 'ben', 'ben']);
});
