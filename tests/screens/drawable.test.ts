import { createElement, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { signal } from '#src/ground/signal.ts';
import { outboxStatus } from '#src/offline/run.ts';
import { useValue } from '#src/reading/use-value.ts';
import { BikeScreen } from '#src/screens/bike-screen.tsx';
import { HomeScreen } from '#src/screens/home-screen.tsx';
import { SearchScreen } from '#src/screens/search-screen.tsx';
import { BackToTop } from '#src/ui/back-to-top.tsx';
import { Toasts } from '#src/ui/toasts.tsx';

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

test('what is watched is drawn as it is before anything has happened', () => {
  signal.set('none');
  const Watch = () => createElement('p', null, `${useValue(signal)} ${useValue(outboxStatus)}`);
  expect(drawn(Watch, '/')).toContain('unknown idle');
  expect(() => drawn(BackToTop, '/') + drawn(Toasts, '/')).not.toThrow();
});
