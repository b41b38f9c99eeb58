import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type OptimisticChoice, setOptimistic } from '#src/forms/use-choice.ts';
import { ApiFailure } from '#src/lib/failure.ts';

let choice: OptimisticChoice | null = null;
const set = (next: (now: OptimisticChoice | null) => OptimisticChoice | null) => {
  choice = next(choice);
};
const refused = () => new ApiFailure('refused', { code: 'device_full', message: 'This device is full.' });

beforeEach(() => {
  choice = null;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a choice is shown before it is stored, until it has been read', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  setOptimistic('bike', true, () => promise, set);
  expect(choice).toMatchObject({ on: true, isStored: false });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(choice).toMatchObject({ on: true, isStored: false });
  resolve();
  await vi.advanceTimersByTimeAsync(2_900);
  expect(choice).toMatchObject({ on: true, isStored: true });
  await vi.advanceTimersByTimeAsync(200);
  expect(choice).toBeNull();
});

test('a choice that cannot be stored is taken back at once', async () => {
  setOptimistic('bike', true, () => Promise.reject(refused()), set);
  expect(choice).toMatchObject({ on: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(choice).toBeNull();
});

test('what becomes of an earlier choice does not change a later one', async () => {
  const first = Promise.withResolvers<void>();
  setOptimistic('bike', true, () => first.promise, set);
  setOptimistic('bike', false, async () => undefined, set);
  first.reject(refused());
  await vi.advanceTimersByTimeAsync(0);
  expect(choice).toMatchObject({ on: false, isStored: true });
});
