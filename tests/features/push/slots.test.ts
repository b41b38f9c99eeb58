import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PushSlots } from '#api/features/push/push.slots.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Push services that answer after so many milliseconds, and the pushes that were delivered. */
class Services {
  readonly slots = new PushSlots();
  readonly delivered: string[] = [];
  #count = 0;

  push(host: string, ms: number, times = 1): void {
    for (let i = 0; i < times; i++) {
      const id = `${host} ${++this.#count}`;
      const work = (timeoutMs: number) =>
        new Promise<boolean>((resolve) => setTimeout(() => resolve(ms <= timeoutMs), Math.min(ms, timeoutMs)));
      void this.slots.run(id, host, work).then((isDone) => isDone && this.delivered.push(host));
    }
  }

  async after(ms: number): Promise<Record<string, number>> {
    await vi.advanceTimersByTimeAsync(ms);
    return Object.fromEntries([...Map.groupBy(this.delivered, (one) => one)].map(([host, all]) => [host, all.length]));
  }
}

test('pushes to a quick service pass those to a slow one, also those that come later', async () => {
  const services = new Services();
  services.push('slow.example', 10_000, 40);
  services.push('quick.example', 100, 40);
  expect(await services.after(1000)).toEqual({ 'quick.example': 40 });
  await services.after(4000);
  services.push('quick.example', 100, 40);
  expect(await services.after(1000)).toEqual({ 'quick.example': 80 });
});

test('several slow services leave room for a quick one, once they are known to be slow', async () => {
  const services = new Services();
  for (let i = 0; i < 12; i++) services.push(`slow${i}.example`, 10_000, 5);
  await services.after(30_000);
  services.push('quick.example', 100, 20);
  expect(await services.after(1000)).toMatchObject({ 'quick.example': 20 });
});

test('several slow services delay a quick one by seconds, before they are known to be slow', async () => {
  const services = new Services();
  for (let i = 0; i < 4; i++) services.push(`slow${i}.example`, 10_000, 10);
  services.push('quick.example', 100, 10);
  expect(await services.after(4300)).toEqual({ 'quick.example': 10 });
});

test('a slow service gets half the time at its next pushes', async () => {
  const services = new Services();
  services.push('slow.example', 9000, 5);
  expect(await services.after(9000)).toEqual({ 'slow.example': 5 });
  services.push('slow.example', 9000, 2);
  await services.after(5000);
  services.push('slow.example', 3000);
  expect(await services.after(3000)).toEqual({ 'slow.example': 6 });
});

test('services take turns', async () => {
  const services = new Services();
  services.push('one.example', 100, 30);
  services.push('two.example', 100, 3);
  expect(await services.after(100)).toEqual({ 'one.example': 5, 'two.example': 3 });
});

test('a service that answers soon again gets more slots again', async () => {
  const services = new Services();
  services.push('push.example', 10_000, 5);
  await services.after(10_000);
  services.push('push.example', 100, 11);
  expect(await services.after(400)).toEqual({ 'push.example': 16 });
});
