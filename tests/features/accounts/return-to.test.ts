import { expect, test } from 'vitest';
import { safeReturn } from '#contract/pages.ts';

test.each([
  ['/user/outbox', '/user/outbox'],
  ['/bike/search?keyword=gravel#top', '/bike/search?keyword=gravel#top'],
  ['/bike/1/caf%C3%A9', '/bike/1/caf%C3%A9'],
  ['/%09/evil.example', '/%09/evil.example'],
  ['/bike/search?next=//evil.example', '/bike/search?next=//evil.example'],
  ['/account', '/account'],
])('after log-in %j leads to %s', (asked, place) => {
  expect(safeReturn(asked)).toBe(place);
});

test.each([
  null,
  '',
  'user/outbox',
  'https://evil.example/',
  'javascript:alert(1)',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n\t\\evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/user/..//evil.example',
  '/user/%2e%2e//evil.example',
  '/.\\\\evil.example',
  '//[',
  '/account/login',
  '/./account/login',
  '/Account/login?returnTo=/Account/login',
  '/user/../account/signup',
])('after log-in %j leads home', (asked) => {
  expect(safeReturn(asked)).toBe('/');
});
