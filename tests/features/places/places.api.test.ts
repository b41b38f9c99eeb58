import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Country, flagPath, listCountries, listRegions } from '#contract/places.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';

let app: TestApp;
let visitor: TestBrowser;
beforeAll(async () => {
  app = await TestApp.open({}, { still: true });
  visitor = new TestBrowser(app);
});
afterAll(() => app.close());

const countries = async (): Promise<Country[]> => (await visitor.call(listCountries)).answer.data ?? [];
const regionsOf = async (country: string) => (await visitor.call(listRegions, { query: { country } })).answer.data;

test('the countries are those of ISO 3166-1, with common names', async () => {
  const list = await countries();
  expect(list).toHaveLength(249);
  expect(new Set(list.map(({ code }) => code)).size).toBe(249);
  const nameOf = (code: string) => list.find((one) => one.code === code)?.name;
  expect(['BO', 'CI', 'GB', 'KR', 'VN'].map(nameOf)).toEqual([
    ...['Bolivia', 'Côte d’Ivoire', 'United Kingdom', 'South Korea', 'Vietnam'],
  ]);
  // Å is among the first, as English sorts it.
  expect(list.slice(0, 3).map(({ name }) => name)).toEqual(['Afghanistan', 'Åland Islands', 'Albania']);
});

test('the regions of a country are those of ISO 3166-2, each with its parent region', async () => {
  const cantons = await regionsOf('CH');
  expect(cantons).toHaveLength(26);
  expect(cantons).toContainEqual({ code: 'CH-ZH', name: 'Zürich', within: '' });
  expect(await regionsOf('FR')).toContainEqual({ code: 'FR-01', name: 'Ain', within: 'Auvergne-Rhône-Alpes' });
  expect(await regionsOf('HK')).toEqual([]);
  const { answer } = await visitor.call(listRegions, { query: { country: 'Narnia' } });
  expect(answer.validation).toEqual({ country: ['Enter a country code, such as CH.'] });
});

test('each country has a flag, an immutable file of the site', async () => {
  for (const { code } of await countries()) {
    const response = await app.request(flagPath(code));
    expect([code, response.status, response.headers.get('content-type')]).toEqual([code, 200, 'image/svg+xml']);
    expect(await response.text()).toMatch(/^<svg .*viewBox="0 0 640 480"/);
  }
  const { headers } = await app.request(flagPath('CH'));
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  // Opened as a document, it may do nothing.
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('content-security-policy')).not.toContain('script-src');
});

test.each([
  '/images/flags/xx.svg',
  '/images/flags/eu.svg',
  '/images/flags/CH.svg',
  '/images/flags/ch.png',
  '/images/flags/..%2f4x3%2fch.svg',
  '/images/flags/gb-eng.svg',
])('there is no flag at %s', async (path) => expect((await app.request(path)).status).toBe(404));
