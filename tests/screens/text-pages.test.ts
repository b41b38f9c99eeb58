import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { rules } from '#api/features/winners/winners.election.ts';
import { daysToErasure } from '#contract/accounts.ts';
import { contactTopics } from '#contract/contact.ts';
import { flagsADay } from '#contract/flag-reasons.ts';
import { guidePicture, guidePictureSize, guideRules, guideSides } from '#contract/photo-guide.ts';
import { photoLimits } from '#contract/photos.ts';
import { screens } from '#src/app/screens.ts';
import { render } from '#src/server.tsx';

const answerOf = (data: unknown) => ({
  status: 200,
  envelope: { successful: true as const, data: data as never, validation: null, error: null },
});
const noRules = { '/api/v1/rules': answerOf({ text: null }) };
const noServices = { social: [], errors: null, visits: null };
/** A page's visible text. */
function textOf(path: string, services: unknown = noServices): string {
  const answers = { ...noRules, '/api/v1/services': answerOf(services) };
  const { html } = render(path, { origin: 'https://bikes.example', answers });
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/&#x27;/g, "'");
}

const paths = [
  ...['/about', '/faq', '/photo-guide', '/install'],
  ...['/help/content-policy', '/help/cookie-policy', '/help/privacy-policy', '/help/terms-service'],
];

beforeAll(async () => {
  await Promise.all(screens.map(({ prepare }) => prepare()));
});

test.each(paths)('%s lists its sections, and links to existing pages only', (path) => {
  const { html } = render(path, { origin: '', answers: noRules });
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  const parts = [...main.matchAll(/<section aria-labelledby="([^"]+)"/g)].map(([, id]) => id);
  const listed = [...main.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(parts.length).toBeGreaterThan(3);
  expect(listed).toEqual(parts);
  expect(new Set(parts).size).toBe(parts.length);
  for (const [, to = ''] of main.matchAll(/href="(\/[^"]*)"/g)) {
    const [pathname = '', part] = to.split('#');
    const { nowhere, html: there } = render(pathname, { origin: '', answers: noRules });
    expect([to, nowhere]).toEqual([to, false]);
    if (part) expect(there, to).toContain(`id="${part}"`);
  }
});

test('the FAQ states the limits that the code enforces', () => {
  const text = textOf('/faq');
  const day = 86_400_000;
  const { earliest, latest } = rules.published;
  for (const said of [
    `first published ${latest / day} to ${earliest / day} days before`,
    `at least ${rules.coverEdge.toLocaleString('en-US')} pixels`,
    `in the last ${rules.pause} weeks`,
    `at least ${rules.min.votes} votes, and at least ${rules.min.bikes} bikes`,
    `up to ${photoLimits.bytes / 1024 ** 2} MB and ${photoLimits.pixels / 1e6} megapixels`,
    `at least ${photoLimits.longEdge} pixels on the longer side`,
    `up to ${photoLimits.perBike} for a bike`,
    `For ${daysToErasure} days you can log in`,
    `once and up to ${flagsADay} things a day`,
  ])
    expect(text).toContain(said);
  for (const status of ['Draft', 'Active', 'Flagged', 'Removed', 'Deleted']) expect(text).toContain(` ${status} `);
});

test('the photo guide shows each rule right and wrong', () => {
  const { html } = render('/photo-guide', { origin: '', answers: {} });
  for (const rule of guideRules)
    for (const side of ['right', 'wrong'])
      expect(html).toMatch(new RegExp(`src="/images/pages/guide-\\d+/${rule}-${side}.webp"`));
  expect(html.match(/<img [^>]*alt="[^"]{10,}"/g)).toHaveLength(2 * guideRules.length);
});

test('the privacy policy names the vendors of error reports and visit counts, as configured', () => {
  expect(textOf('/help/privacy-policy')).toContain('This site reports errors to nobody else.');
  const set = {
    social: [],
    errors: { url: 'https://errors.example/api', token: 'public-token', environment: 'production' },
    visits: { url: 'https://visits.example/api', domain: 'bikes.example' },
  };
  const text = textOf('/help/privacy-policy', set);
  expect(text).toContain('a report goes to errors.example:');
  expect(text).toContain('is counted at visits.example:');
  const { html } = render('/help/privacy-policy', { origin: '', answers: {} });
  expect(html).toContain('who gets this site’s error reports');
});

test('links to the contact form preselect their topic', () => {
  const all = paths.map((path) => textOf(path)).join(' ');
  for (const [, topic = ''] of all.matchAll(/the topic ([A-Z]\w+)/g)) expect(contactTopics).toContain(topic);
  expect(all.match(/the topic [A-Z]\w+/g)?.length).toBeGreaterThan(2);
});

test.each(guideRules)('the photo guide has two pictures of its size for %s, which differ', async (rule) => {
  const [right, wrong] = guideSides.map((side) => join(import.meta.dirname, '../../public', guidePicture(rule, side)));
  for (const file of [right, wrong]) {
    const { width, height } = await sharp(file).metadata();
    expect({ width, height }).toEqual(guidePictureSize);
  }
  expect((await sharp(right).toBuffer()).equals(await sharp(wrong).toBuffer())).toBe(false);
});
