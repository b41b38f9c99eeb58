import { getDefaultStore } from 'jotai';
import { expect, test } from 'vitest';
import { lowerUnreadCount, replaceUnreadCount, unreadCountAtom } from '#src/session/unread.ts';

const count = () => getDefaultStore().get(unreadCountAtom);

test('the unread count is replaced by what the site says, and lowered by what is read, never below none', () => {
  replaceUnreadCount(5);
  lowerUnreadCount(2);
  expect(count()).toBe(3);
  lowerUnreadCount(9);
  expect(count()).toBe(0);
  replaceUnreadCount(1);
  expect(count()).toBe(1);
});
