import { createElement, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import { type LinkProps, Link as RouterLink, StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { Link } from '#src/app/server-link.tsx';

const markup = (Component: unknown, props: LinkProps) =>
  renderToString(
    createElement(StaticRouter, { location: '/bike/1/ogre' }, [
      createElement(Component as FunctionComponent<LinkProps>, { key: '', ...props }),
    ]),
  );

test.each<LinkProps['to']>([
  '/',
  '/bike/search',
  '/bike/search?keywords=a%20b&category=Gravel#results',
  '/user/1/jürgen & co',
  '/about?',
  '/about#',
  '//example.org',
  '/a/../b',
  '/a//b',
  '/./a',
  '..',
  'photos',
  '?cursor=1',
  '#comments',
  '',
  'https://example.org/x',
  { pathname: '/account/login', search: '?a=1', hash: 'b' },
  { search: '?a=1' },
])('the server renders the same link to %j as the router does', (to) => {
  const props = { to, className: 'a', 'aria-label': 'There', replace: true, state: { a: 1 }, onClick: () => {} };
  expect(markup(Link, { ...props, children: 'Go' })).toBe(markup(RouterLink, { ...props, children: 'Go' }));
  expect(markup(Link, { to, target: '_blank' })).toBe(markup(RouterLink, { to, target: '_blank' }));
});
