import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BrowserHarness } from '#tests/kit/harness/browser-harness.ts';
import { packedFiles, packFile } from '#tests/kit/harness/build.ts';

let h: BrowserHarness;
beforeAll(async () => {
  h = await BrowserHarness.start();
});
afterAll(() => h?.close());
beforeEach(() => h.fresh());

const names = Object.keys(packedFiles);
/** The requests of the installation, sorted by name. */
async function installed(): Promise<string[]> {
  h.server.files.length = 0;
  await h.installWorker();
  return h.server.files.filter((path) => names.includes(path) || path === packFile).toSorted();
}

/** The cached entries of these files. */
const cachedFiles = () =>
  h.page.evaluate(async (files) => {
    const found = await Promise.all(files.map(async (file) => [file, await (await caches.match(file))?.text()]));
    return Object.fromEntries(found) as Record<string, string | undefined>;
  }, names);

/** Caches files as an earlier version of the worker did. */
const keepBefore = (files: Record<string, string>) =>
  h.page.evaluate(async (texts) => {
    const cache = await caches.open(`workbox-precache-v2-${location.origin}/`);
    for (const [file, text] of Object.entries(texts)) await cache.put(file, new Response(text));
  }, files);

test('a first installation gets the small files in one request, and they work offline', async () => {
  expect(await installed()).toEqual([packFile]);
  expect(await cachedFiles()).toEqual(packedFiles);
  h.server.down = true;
  const types = await h.page.evaluate(async () => {
    const answers = await Promise.all([fetch('/a.js'), fetch('/d.css')]);
    return answers.map(({ headers }) => headers.get('Content-Type'));
  });
  expect(types).toEqual(['text/javascript; charset=utf-8', 'text/css; charset=utf-8']);
});

test('an update fetches only missing files when most are cached', async () => {
  const [first = '', ...others] = Object.entries(packedFiles);
  await keepBefore(Object.fromEntries(others));
  expect(await installed()).toEqual([first[0]]);
  expect(await cachedFiles()).toEqual(packedFiles);
});

test('files that an earlier version cached wrongly are replaced before the new one activates', async () => {
  await keepBefore({ ...packedFiles, '/b.js': '<title>Campsite</title>' });
  expect(await installed()).toEqual(['/b.js']);
  expect(await cachedFiles()).toEqual(packedFiles);
});

test("another network's page in place of the bundle is refused: the files are fetched one by one", async () => {
  h.server.lost.add(packFile);
  expect(await installed()).toEqual([...names, packFile].toSorted());
  expect(await cachedFiles()).toEqual(packedFiles);
});

test('an installation that fails both ways leaves no worker, and resumes where it was', async () => {
  for (const path of [packFile, '/e.css']) h.server.lost.add(path);
  const state = await h.page.evaluate(async () => {
    const { installing } = await navigator.serviceWorker.register('/worker.js');
    return new Promise((resolve) =>
      installing?.addEventListener('statechange', () => installing.state !== 'installing' && resolve(installing.state)),
    );
  });
  expect(state).toBe('redundant');
  h.server.lost.clear();
  expect(await installed()).toEqual(['/e.css']);
  expect(await cachedFiles()).toEqual(packedFiles);
});
