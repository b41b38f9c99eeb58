import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Visitor } from '#api/platform/http/kit.ts';
import { languageRoutes } from '#api/ssr/language.routes.ts';

const site = new Hono<Visitor>().route('/', languageRoutes(['en', 'de'])).get('*', (c) => c.text('page'));
/** Where an address leads: `page` if it stays. */
async function leads(path: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await site.request(path, { headers });
  return answer.headers.get('location') ?? (await answer.text());
}
const german = { cookie: 'language=de' };

test.each([
  ['a stranger stays where the address leads', '/about', {}, 'page'],
  ['a stranger with another browser language stays, too', '/about', { 'accept-language': 'de' }, 'page'],
  ['home asks the browser', '/', { 'accept-language': 'de-AT,en;q=0.5' }, '/de/'],
  ['home of another language stays', '/de', { 'accept-language': 'en' }, 'page'],
  ['the choice made before goes first', '/', { cookie: 'language=en', 'accept-language': 'de' }, 'page'],
  [
    'a reader is led to their language, and the address tells from where',
    '/about?a=1',
    german,
    '/de/about?a=1&from=en',
  ],
  ['a page in the own language stays', '/de/about', german, 'page'],
  ['files have no language', '/sitemap.xml', german, 'page'],
  ['an unknown choice is none', '/about', { cookie: 'language=__proto__' }, 'page'],
  ['a choice in the address is followed', '/about?language=de&a=1', {}, '/de/about?a=1'],
  ['and leads back', '/de/about?language=en', german, '/about'],
])('%s', async (_, path, headers, target) => {
  expect(await leads(path, headers)).toBe(target);
});

test('a choice in the address is remembered, and its answer is not cached', async () => {
  const answer = await site.request('/about?language=de');
  expect(answer.headers.get('set-cookie')).toMatch(/^language=de; Max-Age=34560000; Path=\/; SameSite=Lax$/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test.each(['/de//example.org', '/de/\\example.org', '//example.org', '/de///example.org', '/%09//example.org'])(
  'no address leads to another site: %s',
  async (path) => {
    for (const language of ['en', 'de']) {
      for (const cookie of ['', `language=${language}`]) {
        const answer = await site.request(`http://localhost${path}?language=${language}`, { headers: { cookie } });
        const to = new URL(answer.headers.get('location') ?? '/', 'http://localhost/');
        expect(to.host, to.href).toBe('localhost');
      }
    }
  },
);
