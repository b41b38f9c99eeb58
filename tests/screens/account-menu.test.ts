import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { accountEntries } from '#src/app/shell/account.ts';
import { AccountMenu } from '#src/app/shell/account-menu.tsx';

const render = (counts: { unread: number; waiting: number; unsent: number }) => {
  const account = { id: '0', username: 'ana', avatar: '', isModerator: false, ...counts };
  return renderToString(createElement(AccountMenu, { account, onSignOut: () => undefined }));
};

test("the avatar's dot means unread messages, and nothing else", () => {
  expect(render({ unread: 1, waiting: 0, unsent: 0 })).toContain('data-unread');
  expect(render({ unread: 0, waiting: 2, unsent: 0 })).not.toContain('data-unread');
  expect(render({ unread: 0, waiting: 0, unsent: 1 })).not.toContain('data-unread');
});

test('the outbox has a mark of its own, by whether it needs the member', () => {
  expect(render({ unread: 1, waiting: 0, unsent: 0 })).not.toContain('data-outbox');
  expect(render({ unread: 0, waiting: 2, unsent: 0 })).toContain('data-outbox="waiting"');
  expect(render({ unread: 0, waiting: 2, unsent: 1 })).toContain('data-outbox="failed"');
});

test('its label tells all counts', () => {
  expect(render({ unread: 1, waiting: 2, unsent: 3 })).toContain(
    'Account, 1 unread message, 2 waiting to send, 3 not sent',
  );
});

test('only moderators have an entry for moderation', () => {
  const labels = (isModerator: boolean) =>
    accountEntries({ unread: 0, waiting: 0, unsent: 0, isModerator }).map((entry) => entry.label);
  expect(labels(true)).toContain('Moderation');
  expect(labels(false)).not.toContain('Moderation');
});
