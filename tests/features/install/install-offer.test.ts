import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mayOffer, noteVisit, settle } from '#src/features/install/install-visits.ts';
import { reminderOf } from '#src/features/outbox/reminder.ts';
import { isIos } from '#src/lib/installed.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

const hour = 3_600_000;
const now = Date.UTC(2026, 10, 26, 18);

test('the app is offered on the second visit, not on the second page', () => {
  noteVisit(now);
  noteVisit(now + 60_000);
  expect(mayOffer()).toBe(false);
  noteVisit(now + 3 * hour);
  expect(mayOffer()).toBe(true);
});

test('it is never offered again after a refusal', () => {
  noteVisit(now);
  settle();
  noteVisit(now + 3 * hour);
  expect(mayOffer()).toBe(false);
});

test('it is not offered where a refusal could not be kept', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  noteVisit(now);
  expect(settle()).toMatchObject({ count: 0 });
  expect(mayOffer()).toBe(false);
});

test('damaged storage counts as a first visit', () => {
  stored.set('install-offer', '{"count":');
  expect(noteVisit(now)).toMatchObject({ count: 1 });
});

test('an iPad is recognized although it calls itself a Mac', () => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15';
  const apple = { userAgent: mac, vendor: 'Apple Computer, Inc.' };
  expect(isIos({ ...apple, maxTouchPoints: 5 } as Navigator)).toBe(true);
  expect(isIos({ ...apple, maxTouchPoints: 0 } as Navigator)).toBe(false);
  expect(
    isIos({ userAgent: 'Mozilla/5.0 (Linux; Android 15)', vendor: 'Google Inc.', maxTouchPoints: 5 } as Navigator),
  ).toBe(false);
});

test('the reminder comes before Safari deletes anything', () => {
  const lines = reminderOf('https://bikes.example/user/outbox', now).split('\r\n');
  expect(lines).toContain('DTSTART:20261201T180000Z');
  expect(lines).toContain('DTSTAMP:20261126T180000Z');
  expect(lines).toContain('URL:https://bikes.example/user/outbox');
  expect(lines.at(-2)).toBe('END:VCALENDAR');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(75);
});
