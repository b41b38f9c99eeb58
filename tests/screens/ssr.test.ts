import { existsSync } from 'node:fs';
import { getDefaultStore } from 'jotai/vanilla';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ok } from '#contract/envelope.ts';
import { forgetResults, refuseFields } from '#src/actions/run-action.ts';
import { Frame } from '#src/app/frame.tsx';
import { Pages } from '#src/app/pages.tsx';
import { signalAtom } from '#src/lib/signal.ts';
import { outboxStatusAtom } from '#src/outbox/outbox-status.ts';
import { isNowhere, isPublic, render } from '#src/server.tsx';
import { BackToTop } from '#src/ui/back-to-top.tsx';
import { Toasts } from '#src/ui/toasts.tsx';
import { useValue } from '#src/ui/use-value.ts';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { publicAddresses, withoutSample } from '#tests/kit/public-screens.ts';
import { renderPage, renderTwice } from '#tests/kit/server-render.ts';

const store = getDefaultStore();

const site = () => createElement(Frame, { children: createElement(Pages) });

test('every public screen of the routes has an example URL here', () => {
  expect(withoutSample).toEqual([]);
  expect(publicAddresses).toEqual(expect.arrayContaining(['/', '/bike/search', '/account/login', '/nowhere']));
});

test.each(publicAddresses)('%s is rendered completely on the server, without browser APIs', async (address) => {
  const { html, asked } = await renderPage(site(), address);
  expect(asked).toEqual([]);
  expect(html).toContain('<main');
  expect(html.length).toBeGreaterThan(3000);
});

test.each(publicAddresses)('%s is rendered alike at any time, in every time zone and year', async (address) => {
  const { first, second } = await renderTwice(site, address);
  expect(second.html).toBe(first.html);
});

test.each(publicAddresses)('%s is rendered for a visitor with a title, and without a style attribute', (address) => {
  const page = render(address, { origin: 'https://example.org', answers: {} });
  expect(page.html).toContain('<main');
  expect(page.html).not.toMatch(/ style=/);
  expect(page.title).toContain('Headbadge');
  // The build finds the page's styles by its file.
  expect(existsSync(page.screen || 'src/screens/home-screen.tsx')).toBe(true);
});

test("another log-in's results in the same process are in no rendered page", () => {
  const page = () => render('/account/login', { origin: '', answers: {} }).html;
  const before = page();
  refuseFields('Login', { password: ['Enter your password.'] });
  try {
    expect(page()).toBe(before);
  } finally {
    forgetResults();
  }
});

test('a page is rendered from the data that it requested', () => {
  const card = { ...cardNumber(1), cover: null };
  const page = { items: [card], next: null };
  const figures = { bikes: 1, members: 1, likes: 0, categories: [], decided: null };
  const answerTo = (path: string) => {
    if (path.endsWith('/figures')) return figures;
    if (path.endsWith('/services')) return { social: [], errors: null, visits: null };
    return path.endsWith('/random') ? card : page;
  };
  const first = render('/', { origin: '', answers: {} });
  expect(first.wanted).toEqual([
    '/api/v1/services',
    '/api/v1/bikes/winners?limit=9',
    '/api/v1/bikes/popular?limit=12&perOwner=2',
    '/api/v1/bikes/recent?limit=12&perOwner=3',
    '/api/v1/bikes/random',
    '/api/v1/figures',
  ]);
  const answers = first.wanted.map((path) => [path, { status: 200, envelope: ok(answerTo(path)) }] as const);
  const rendered = render('/', { origin: '', answers: Object.fromEntries(answers) });
  expect(rendered.wanted).toEqual([]);
  expect(rendered.html).toContain('Bridge Club');
});

test('an account page shows the newest winner that has a photo, with a credit', () => {
  const cover = { id: cardNumber(9).id, width: 1200, height: 800, thumbhash: '', kind: 'Drive side', alt: '' };
  const items = [
    { ...cardNumber(1), won: { week: '2026-W23', votes: 3 } },
    { ...cardNumber(2), year: 2019, cover, won: { week: '2026-W22', votes: 3 } },
    { ...cardNumber(3), cover, won: { week: '2026-W21', votes: 3 } },
  ];
  const { wanted } = render('/account/login', { origin: '', answers: {} });
  expect(wanted).toContain('/api/v1/bikes/winners?limit=9');
  const answer = { status: 200, envelope: ok({ items, next: null }) };
  const { html } = render('/account/login', { origin: '', answers: { '/api/v1/bikes/winners?limit=9': answer } });
  const [credit = ''] = /<figcaption.*<\/figcaption>/.exec(html) ?? [];
  expect(credit.replace(/<.*?>/g, '')).toBe('2019 Surly Bridge Club by bert.Bike of the Week 22.');
});

test("an unknown URL says so, and a member's page is not rendered", () => {
  expect(render('/nowhere', { origin: '', answers: {} }).nowhere).toBe(true);
  expect(render('/account/login', { origin: '', answers: {} }).nowhere).toBe(false);
  expect(['/', '/bike/search', '/user/bikes', '/user/outbox'].map(isPublic)).toEqual([true, true, false, false]);
  expect(['/bike', '/old-shop/bianchi'].map(isNowhere)).toEqual([true, true]);
  expect(['/', '/bike/search', '/user/bikes'].map(isNowhere)).toEqual([false, false, false]);
});

const Watch = () => createElement('p', null, `${useValue(signalAtom)} ${useValue(outboxStatusAtom)}`);

test('browser state is rendered with its initial values', () => {
  store.set(signalAtom, 'none');
  expect(renderToString(createElement(Watch))).toContain('unknown idle');
  expect(() => renderToString(createElement(BackToTop)) + renderToString(createElement(Toasts))).not.toThrow();
});
