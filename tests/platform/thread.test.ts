import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Thread } from '#api/platform/thread.ts';

const worker = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', () => parentPort.postMessage({ value: threadId }));
  `)}`,
);
const thread = new Thread(worker);

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(async () => {
  vi.useRealTimers();
  await thread.close();
});

test('a worker ends when it has had no job for five seconds, and the next job gets a new one', async () => {
  const first = await thread.run<number>('job');
  vi.advanceTimersByTime(4_999);
  expect(await thread.run('job')).toBe(first);
  vi.advanceTimersByTime(4_999);
  expect(await thread.run('job')).toBe(first);
  vi.advanceTimersByTime(5_000);
  expect(await thread.run('job')).not.toBe(first);
});
