/** @module-tag nightly */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languagePathOf, ownLanguage, siteLanguageTags } from '#contract/languages.ts';
import { FleetingBrowser } from '#tests/kit/browser.ts';
import { publicAddresses } from '#tests/kit/public-screens.ts';
import { fullBike, fullMember, removedBike } from '#tests/kit/sample-items.ts';
import { Site } from '#tests/kit/site.ts';
import { until } from '#tests/kit/until.ts';
import { openRendered } from '#tests/kit/until-rendered.ts';

let site: Site;
let browser: FleetingBrowser;
let bikesAndMembers: string[];
beforeAll(async () => {
  site = await Site.start({ demo: true });
  const db = await site.db();
  bikesAndMembers = [await fullBike(db), await removedBike(db), await fullMember(db)];
  browser = new FleetingBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/**
 * Runs in a page: its metadata with the number of each, and its main heading. The names of its other languages are for
 * machines, which load each page anew.
 */
function metadataOf() {
  const selectors =
    'link[rel=canonical], link[rel=alternate][type], meta[name=robots], meta[name=description], meta[name^=twitter], meta[property]:not([property^="og:locale"])';
  const metadata = [...document.querySelectorAll(selectors)].map((one) => {
    const name = one.getAttribute('name') ?? one.getAttribute('property') ?? one.getAttribute('rel') ?? '';
    return [name, one.getAttribute('content') ?? (one as HTMLLinkElement).href];
  });
  const about = [...document.querySelectorAll('script[type="application/ld+json"]')].map((one) => one.textContent);
  return {
    title: document.title,
    heading: document.querySelector('h1')?.textContent ?? '',
    head: metadata.map((pair) => pair.join(' ')).sort(),
    about,
  };
}
type Metadata = ReturnType<typeof metadataOf>;

const valuesOf = ({ head }: Metadata, name: string) =>
  head.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));

/** Whether a page lists bikes, which have links to follow; the others are texts. */
const isOfBikes = (path: string): boolean => path === '/' || path.startsWith('/bike/') || path.startsWith('/user/');

/** Goes to a URL by client-side navigation. */
const goInside = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** Asserts that each rendered head matches its page, and is the same after client-side navigation. */
async function assertHeads(addresses: readonly string[]): Promise<void> {
  const still = await browser.newContext({ javaScriptEnabled: false });
  const moving = await browser.newContext({ serviceWorkers: 'block' });
  const [reader, walker] = [await still.newPage(), await moving.newPage()];
  await walker.goto(site.origin);
  await walker.getByRole('button', { name: 'OK' }).waitFor();
  for (const path of addresses) {
    await openRendered(reader, site.origin + path);
    const rendered = await reader.evaluate(metadataOf);
    await goInside(walker, path);
    await until(async () => expect(await walker.evaluate(metadataOf), path).toEqual(rendered));

    expect(valuesOf(rendered, 'description'), path).toHaveLength(1);
    const [canonical] = valuesOf(rendered, 'canonical');
    if (!canonical) {
      expect(rendered.head, path).toEqual([expect.stringMatching(/^description /), 'robots noindex']);
      expect(rendered.about, path).toEqual([]);
      continue;
    }
    const name = rendered.title.replace(/ · Headbadge$/, '');
    expect(valuesOf(rendered, 'robots'), path).toEqual([]);
    expect(valuesOf(rendered, 'canonical'), path).toEqual([site.origin + path]);
    expect(valuesOf(rendered, 'og:url'), path).toEqual([canonical]);
    expect(valuesOf(rendered, 'og:title'), path).toEqual([name]);
    expect(valuesOf(rendered, 'og:description'), path).toEqual(valuesOf(rendered, 'description'));
    if (path !== '/') expect(name, path).toContain(rendered.heading.trim());
    const [jsonLd, ...more] = rendered.about.map((text) => JSON.parse(text ?? ''));
    expect(more, path).toEqual([]);
    expect(jsonLd, path).toMatchObject({ url: canonical, ...(jsonLd.headline && { headline: name }) });
    const [picture] = valuesOf(rendered, 'og:image');
    const answer = await fetch(picture ?? '');
    expect([answer.status, answer.headers.get('content-type')], path).toEqual([200, expect.stringMatching(/^image\//)]);
    const { width, height } = await sharp(await answer.arrayBuffer()).metadata();
    const said = ['width', 'height'].map((side) => Number(valuesOf(rendered, `og:image:${side}`)[0]));
    expect(said, path).toEqual([width, height]);
    if (jsonLd.image) expect(jsonLd.image, path).toContain(picture);
    const feeds = valuesOf(rendered, 'alternate');
    for (const feed of feeds) expect(await (await fetch(feed)).text(), path).toContain('<rss ');
    expect(feeds, path).toHaveLength(isOfBikes(path) ? 1 : 0);
  }
  await still.close();
  await moving.close();
}

/** A list, a text page, a form and an unknown URL. */
const samples = ['/', '/bike/search?keywords=gravel', '/faq', '/account/signup', '/nowhere'];

test('the head of a screen of each kind matches its page, and is the same after client-side navigation', async () => {
  await assertHeads([...samples, ...bikesAndMembers]);
});

test('the head of every other public screen likewise', async () => {
  await assertHeads(publicAddresses.filter((path) => !samples.includes(path)));
});

test.runIf(siteLanguageTags.length > 1)(
  'a page in another language names its language and its other addresses, and a missing page names none',
  async () => {
    const [other = ownLanguage] = siteLanguageTags.filter((tag) => tag !== ownLanguage);
    const start = languagePathOf(other);
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const linksOf = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLLinkElement>('link[hreflang]')].map((link) => [link.hreflang, link.href]),
      );
    for (const path of ['/', '/faq', ...bikesAndMembers]) {
      await openRendered(page, site.origin + start + path);
      const rendered = await page.evaluate(metadataOf);
      const address = site.origin + start + path;
      const [canonical] = valuesOf(rendered, 'canonical');
      const links = siteLanguageTags.map((tag) => [tag, site.origin + languagePathOf(tag) + path]);
      expect(await linksOf(), path).toEqual(canonical ? [...links, ['x-default', site.origin + path]] : []);
      if (!canonical) continue;
      expect([canonical, ...valuesOf(rendered, 'og:url')], path).toEqual([address, address]);
      const jsonLd = JSON.parse(rendered.about[0] ?? '');
      expect([jsonLd.url, (jsonLd.mainEntityOfPage ?? jsonLd).inLanguage], path).toEqual([address, other]);
      for (const feed of valuesOf(rendered, 'alternate')) {
        expect(feed, path).toContain(`${site.origin}${start}/feeds/`);
        expect(await (await fetch(feed)).text(), path).toContain(`<language>${other}</language>`);
      }
    }
    await openRendered(page, `${site.origin}${start}/nowhere`);
    expect([await linksOf(), valuesOf(await page.evaluate(metadataOf), 'canonical')]).toEqual([[], []]);
    await context.close();
  },
);

test("going from home to a bike and back leaves none of the bike's metadata", async () => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await openRendered(page, site.origin);
  await page.getByRole('button', { name: 'OK' }).click();
  const home = await page.evaluate(metadataOf);
  await page.getByRole('main').getByRole('article').first().getByRole('link').click();
  await page.getByRole('heading', { name: 'Specifications' }).waitFor();
  expect(valuesOf(await page.evaluate(metadataOf), 'canonical')).toEqual([page.url()]);
  await page.goBack();
  await until(async () => expect(await page.evaluate(metadataOf)).toEqual(home));
  await context.close();
});
