import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Wanted, want } from '#src/forms/use-choice.ts';
import { ApiFailure } from '#src/lib/failure.ts';

let wanted: Wanted | null = null;
const set = (next: (now: Wanted | null) => Wanted | null) => {
  wanted = next(wanted);
};
const refused = () => new ApiFailure('refused', { code: 'device_full', message: 'This device is full.' });

beforeEach(() => {
  wanted = null;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a choice is shown before it is stored, until it has been read', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  want('bike', true, () => promise, set);
  expect(wanted).toMatchObject({ on: true, isStored: false });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(wanted).toMatchObject({ on: true, isStored: false });
  resolve();
  await vi.advanceTimersByTimeAsync(2_900);
  expect(wanted).toMatchObject({ on: true, isStored: true });
  await vi.advanceTimersByTimeAsync(200);
  expect(wanted).toBeNull();
});

test('a choice that cannot be stored is taken back at once', async () => {
  want('bike', true, () => Promise.reject(refused()), set);
  expect(wanted).toMatchObject({ on: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(wanted).toBeNull();
});

test('what becomes of an earlier choice does not change a later one', async () => {
  const first = Promise.withResolvers<void>();
  want('bike', true, () => first.promise, set);
  want('bike', false, async () => undefined, set);
  first.reject(refused());
  await vi.advanceTimersByTimeAsync(0);
  expect(wanted).toMatchObject({ on: false, isStored: true });
});
