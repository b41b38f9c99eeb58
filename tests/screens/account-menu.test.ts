import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AccountMenu } from '#src/app/shell/account-menu.tsx';

const render = (counts: { unread: number; waiting: number; unsent: number }) => {
  const account = { username: 'ana', avatar: '', ...counts };
  return renderToString(createElement(AccountMenu, { account, dot: 'the-dot', onSignOut: () => undefined }));
};

test("the avatar's dot means unread messages, and nothing else", () => {
  expect(render({ unread: 1, waiting: 0, unsent: 0 })).toContain('the-dot');
  expect(render({ unread: 0, waiting: 2, unsent: 0 })).not.toContain('the-dot');
  expect(render({ unread: 0, waiting: 0, unsent: 1 })).not.toContain('the-dot');
});

test('its label tells all counts', () => {
  expect(render({ unread: 1, waiting: 2, unsent: 3 })).toContain(
    'Account, 1 unread message, 2 waiting to send, 3 not sent',
  );
});
