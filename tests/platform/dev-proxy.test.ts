import { expect, test } from 'vitest';
import { serverPaths } from '#api/cli/dev/server-paths.ts';
import { languagePathOf, siteLanguageTags } from '#contract/languages.ts';
import { weeklyMailPage } from '#contract/pages.ts';
import { userArea } from '#contract/user-page.ts';
import { TestApp } from '#tests/kit/app.ts';

/** Paths where the server shows the built page, which Vite serves in development. */
const builtPage = [
  ...['*', '/*', `${userArea}*`, ...siteLanguageTags.map((language) => `${languagePathOf(language)}/*`)],
  // Mail programs post to it; in development nobody does.
  weeklyMailPage(),
];

test('development proxies every path that only the server answers', async () => {
  const app = await TestApp.open();
  const paths = new Set(app.routes.map(({ path }) => path));
  await app.close();
  const isSent = (path: string) => serverPaths.some((prefix) => path.startsWith(prefix));
  expect([...paths].filter((path) => !builtPage.includes(path) && !isSent(path))).toEqual([]);
  expect(paths.size).toBeGreaterThan(100);
});

test('development proxies no source file of the page', () => {
  const sources = ['/src/main.tsx', '/api/contract/bikes.ts', '/node_modules/.vite/deps/react.js', '/@vite/client'];
  expect(sources.filter((path) => serverPaths.some((prefix) => path.startsWith(prefix)))).toEqual([]);
});
