import { getDefaultStore } from 'jotai';
import { expect, test } from 'vitest';
import type { Alerts } from '#contract/alerts.ts';
import { afterReading } from '#src/cache/values/alerts.ts';
import { lowerUnreadCount, replaceUnreadCount, unreadCountAtom } from '#src/session/unread-count.ts';

const count = () => getDefaultStore().get(unreadCountAtom);

test("the site's unread count replaces the local one, and reading lowers it, never below zero", () => {
  replaceUnreadCount(5);
  lowerUnreadCount(2);
  expect(count()).toBe(3);
  lowerUnreadCount(9);
  expect(count()).toBe(0);
  replaceUnreadCount(1);
  expect(count()).toBe(1);
});

test('messages that arrive after a reading stay unread, however late its reply is', () => {
  const reply = (unreadCount: number, serverTime: string) =>
    ({ unreadMessageCount: unreadCount + 1, conversations: [{ id: 'a:b', unreadCount }], serverTime }) as Alerts;
  const [nine, ten] = ['2026-06-01T09:00:00.000Z', '2026-06-01T10:00:00.000Z'] as const;
  const left = { unreadCount: 0, serverTime: ten };
  expect(afterReading(reply(2, nine), 'a:b', left)).toMatchObject({ unreadMessageCount: 1, conversations: [] });
  expect(afterReading(reply(2, ten), 'a:b', left)).toMatchObject({ unreadMessageCount: 1, conversations: [] });
  const later = reply(1, '2026-06-01T10:00:00.001Z');
  expect(afterReading(later, 'a:b', left)).toBe(later);
});
