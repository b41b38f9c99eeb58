import { afterAll, beforeAll, expect, test } from 'vitest';
import { bikePage, homePage } from '#contract/pages.ts';
import type { DehydratedAnswer } from '#contract/ssr.ts';
import { userPage } from '#contract/user-page.ts';
import { apiPathsOf, render as renderPage } from '#src/server.tsx';
import { TestApp } from '#tests/kit/app.ts';
import { publicAddresses } from '#tests/kit/public-screens.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';

let app: TestApp;
let bike: string;
let person: string;
beforeAll(async () => {
  app = await TestApp.open();
  await app.join('rider');
  const { id, slug } = await strangeBike(app.db, 'Cross-Check');
  bike = bikePage(id, slug);
  const member = await app.db.collection<{ _id: string }>('users').findOne({ username: 'rider' });
  person = userPage(member?._id ?? '', 'rider');
});
afterAll(() => app.close());

type Answers = Record<string, DehydratedAnswer>;
async function answersTo(paths: readonly string[]): Promise<Answers> {
  const each = paths.map(async (path) => {
    const answer = await app.request(path);
    return [path, { status: answer.status, envelope: await answer.json() }] as const;
  });
  return Object.fromEntries(await Promise.all(each));
}

const render = (address: string, answers: Answers) => renderPage(address, { origin: 'https://example.org', answers });

/** The calls that a page turns out to need, when it is rendered until it wants no more. */
async function neededBy(address: string): Promise<string[]> {
  let answers: Answers = {};
  for (let page = render(address, answers); ; page = render(address, answers)) {
    if (page.wanted.length === 0) return page.used;
    answers = { ...answers, ...(await answersTo(page.wanted)) };
  }
}

const hasRule = (path: string) =>
  Object.keys(app.cacheDependencies).some((route) =>
    new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`).test(path.split('?')[0] ?? ''),
  );

test('the calls that the server asks before it renders a page are the calls that the page needs', async () => {
  const pages = [homePage(), bike, `${bike}?cursor=1_x`, person, `${person}?bikes=Previous`];
  for (const address of [...pages, '/bike/search', '/bike/search?keywords=cross&category=Gravel&cursor=x']) {
    const needed = await neededBy(address);
    expect([...apiPathsOf(address)].sort(), address).toEqual([...needed].sort());
    expect(needed.filter((path) => !hasRule(path))).toEqual([]);
  }
});

test.each(publicAddresses)('%s is rendered once, also where nothing is found', async (address) => {
  const asked = apiPathsOf(address);
  const page = render(address, await answersTo(asked));
  expect(page.wanted).toEqual([]);
  expect(asked).toEqual(expect.arrayContaining(page.used));
});
