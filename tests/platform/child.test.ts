import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Child } from '#api/platform/child.ts';

const child = new Child(new URL('../kit/process-id.child.ts', import.meta.url), { ms: 20_000, memory: 1e9 });

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  child.close();
});

test('a process ends when it has had no job for 30 seconds, and the next job gets a new one', async () => {
  const first = await child.run<number>('job', 'ana');
  vi.advanceTimersByTime(29_999);
  expect(await child.run('job', 'ana')).toBe(first);
  vi.advanceTimersByTime(29_999);
  expect(await child.run('job', 'ana')).toBe(first);
  vi.advanceTimersByTime(30_000);
  expect(await child.run('job', 'ana')).not.toBe(first);
});
