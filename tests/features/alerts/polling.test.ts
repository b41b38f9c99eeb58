import { expect, test } from 'vitest';
import { Polling, type PollingRole, type PollingWord } from '#src/features/alerts/polling.ts';

const minute = 60_000;
type Timer = { at: number; work: () => void };

/** A device with tabs, and a clock that only the test advances. */
class Tabs {
  now = 0;
  readonly asked: string[] = [];
  /** Whether the site answers. */
  answers = true;
  /** Locks that are held or waited for. */
  held = 0;
  #timers: Timer[] = [];
  readonly #tabs = new Map<string, { polling: Polling; role: PollingRole }>();
  readonly #locks = new Map<string, Promise<void>>();

  /** Opens a tab. */
  async open(name: string, role: PollingRole = 'visible'): Promise<void> {
    const tab = { role, polling: this.#polling(name) };
    this.#tabs.set(name, tab);
    tab.polling.look();
    await this.settle();
  }

  #polling(name: string): Polling {
    const broadcast = (word: PollingWord) => {
      for (const [other, { polling }] of this.#tabs) if (other !== name) queueMicrotask(() => polling.receive(word));
    };
    return new Polling({
      ask: async () => {
        this.asked.push(`${this.now / 1000} ${name}`);
        if (!this.answers) throw new Error('no signal');
        return 60;
      },
      lead: async (lock, work, signal) => {
        const before = this.#locks.get(lock) ?? Promise.resolve();
        const running = before.then(() => (signal.aborted ? undefined : work()));
        this.#locks.set(lock, running);
        this.held += 1;
        await running;
        this.held -= 1;
      },
      role: () => this.#tabs.get(name)?.role ?? 'away',
      emit: broadcast,
      later: (work, ms) => {
        const timer = { at: this.now + ms, work };
        this.#timers.push(timer);
        return () => {
          this.#timers = this.#timers.filter((one) => one !== timer);
        };
      },
      now: () => this.now,
      random: () => 0,
    });
  }

  /** Shows, hides or closes the tab. */
  async setRole(name: string, role: PollingRole): Promise<void> {
    const tab = this.#tabs.get(name);
    if (!tab) throw new Error(`There is no tab ${name}.`);
    tab.role = role;
    tab.polling.look();
    await this.settle();
  }

  async pollNow(name: string): Promise<void> {
    this.#tabs.get(name)?.polling.pollNow();
    await this.settle();
  }

  async settle(): Promise<void> {
    for (let i = 0; i < 50; i++) await Promise.resolve();
  }

  /** Advances the clock. @returns the tabs that polled, and at which second */
  async pass(ms: number): Promise<string[]> {
    this.asked.length = 0;
    const end = this.now + ms;
    for (;;) {
      const next = this.#timers.toSorted((a, b) => a.at - b.at)[0];
      if (!next || next.at > end) break;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.now = next.at;
      next.work();
      await this.settle();
    }
    this.now = end;
    return [...this.asked];
  }
}

test('a visible tab polls at once, then every minute', async () => {
  const tabs = new Tabs();
  await tabs.open('one');
  expect(tabs.asked).toEqual(['0 one']);
  expect(await tabs.pass(3 * minute)).toEqual(['60 one', '120 one', '180 one']);
});

test('one of many tabs polls; when it is closed another takes over', async () => {
  const tabs = new Tabs();
  await tabs.open('one');
  await tabs.pass(10_000);
  await tabs.open('two');
  expect(tabs.asked).toEqual(['10 two']);
  expect(await tabs.pass(minute)).toEqual(['70 two']);
  await tabs.setRole('two', 'away');
  expect(await tabs.pass(minute)).toEqual(['130 one']);
});

test('no lock is held between two polls, so that the page can go to the back/forward cache', async () => {
  const tabs = new Tabs();
  await tabs.open('one');
  expect(tabs.held).toBe(0);
  await tabs.pass(minute);
  expect([tabs.asked, tabs.held]).toEqual([['60 one'], 0]);
});

test('returning to a tab polls once immediately, and the others wait', async () => {
  const tabs = new Tabs();
  await tabs.open('one');
  await tabs.open('two');
  await tabs.pass(20_000);
  await tabs.pollNow('two');
  await tabs.pollNow('two');
  expect(tabs.asked).toEqual(['20 two']);
  expect(await tabs.pass(minute)).toHaveLength(1);
});

test('hidden tabs do not poll', async () => {
  const tabs = new Tabs();
  await tabs.open('one');
  await tabs.setRole('one', 'away');
  expect(await tabs.pass(60 * minute)).toEqual([]);
  await tabs.pollNow('one');
  expect(tabs.asked).toEqual([]);
  await tabs.setRole('one', 'visible');
  expect(tabs.asked).toEqual(['3600 one']);
});

test('a hidden tab with notifications polls every five minutes, unless another tab is visible', async () => {
  const tabs = new Tabs();
  await tabs.open('one');
  await tabs.setRole('one', 'hidden');
  expect(await tabs.pass(11 * minute)).toEqual(['300 one', '600 one']);
  await tabs.open('two');
  const asked = await tabs.pass(10 * minute);
  expect(asked).toHaveLength(10);
  expect(new Set(asked.map((line) => line.split(' ')[1]))).toEqual(new Set(['two']));
});

test('failed polls back off up to five minutes, and a restored connection retries at once', async () => {
  const tabs = new Tabs();
  tabs.answers = false;
  await tabs.open('one');
  expect(await tabs.pass(20 * minute)).toEqual(['120 one', '360 one', '660 one', '960 one']);
  tabs.answers = true;
  await tabs.pollNow('one');
  expect(tabs.asked.at(-1)).toBe('1200 one');
  expect(await tabs.pass(minute)).toEqual(['1260 one']);
});
