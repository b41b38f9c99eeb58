import { createElement, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { ok } from '#contract/envelope.ts';
import { screens } from '#src/app/screens.ts';
import { signal } from '#src/ground/signal.ts';
import { outboxStatus } from '#src/offline/run.ts';
import { useValue } from '#src/reading/use-value.ts';
import { BikeScreen } from '#src/screens/bike-screen.tsx';
import { HomeScreen } from '#src/screens/home-screen.tsx';
import { SearchScreen } from '#src/screens/search-screen.tsx';
import { draw, isPublic } from '#src/server.tsx';
import { BackToTop } from '#src/ui/back-to-top.tsx';
import { Toasts } from '#src/ui/toasts.tsx';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';

const bikeId = '01890000-0000-7000-8000-000000000101';

/** What a server would send of a screen: there is no window, no storage and no network here. */
const drawn = (Screen: FunctionComponent, address: string, path = '*') =>
  renderToString(
    createElement(StaticRouter, {
      location: address,
      children: createElement(Routes, null, createElement(Route, { path, element: createElement(Screen) })),
    }),
  );

test('every public screen can be drawn where there is no browser', () => {
  expect(drawn(HomeScreen, '/')).toContain('Recent');
  expect(drawn(SearchScreen, '/bike/search?keywords=gravel')).toContain('gravel');
  expect(drawn(BikeScreen, '/bike/01890000-0000-7000-8000-000000000101/surly', '/bike/:bikeId/*')).toContain('Loading');
});

test('every public screen of the route table is drawn from given answers, and without a style attribute', () => {
  const publicPaths = screens.filter(({ member }) => !member).map(({ path }) => path);
  expect(publicPaths.length).toBeGreaterThan(6);
  for (const path of ['/', ...publicPaths]) {
    const address = path.replace(':bikeId/*', `${bikeId}/surly`).replace('*', '/nowhere');
    const page = draw(address, { origin: 'https://example.org', answers: {} });
    expect(page.html, path).toContain('<main');
    expect(page.html, path).not.toMatch(/ style=/);
    expect(page.title, path).toContain('Headbadge');
  }
});

test('a page is drawn from the answers that it asked for', () => {
  const card = { ...cardNumber(1), cover: null };
  const page = { items: [card], next: null };
  const answer = { status: 200, envelope: ok(page) };
  const first = draw('/', { origin: '', answers: {} });
  expect(first.wanted).toEqual(['/api/v1/bikes/popular?limit=6', '/api/v1/bikes/recent']);
  const drawn = draw('/', { origin: '', answers: Object.fromEntries(first.wanted.map((path) => [path, answer])) });
  expect(drawn.wanted).toEqual([]);
  expect(drawn.html).toContain('Bridge Club');
});

test('an address that leads nowhere says so, and a page of members is not drawn', () => {
  expect(draw('/nowhere', { origin: '', answers: {} }).nowhere).toBe(true);
  expect(draw('/account/login', { origin: '', answers: {} }).nowhere).toBe(false);
  expect(['/', '/bike/search', '/user/bikes', '/user/outbox'].map(isPublic)).toEqual([true, true, false, false]);
});

test('what is watched is drawn as it is before anything has happened', () => {
  signal.set('none');
  const Watch = () => createElement('p', null, `${useValue(signal)} ${useValue(outboxStatus)}`);
  expect(drawn(Watch, '/')).toContain('unknown idle');
  expect(() => drawn(BackToTop, '/') + drawn(Toasts, '/')).not.toThrow();
});
