import { cacheNames } from 'workbox-core';

/** Scripts and sheets of a build in one: each file's address, and its text. */
type Pack = Record<string, string>;

/**
 * Keeps the files of a pack: one request and half of the work of as many requests as there are files.
 * @param integrity what the pack's bytes must hash to (`sha256-…`, W3C SRI)
 * @throws whatever `fetch` or the cache throws; what was kept until then stays
 */
export async function unpack(url: string, integrity: string): Promise<void> {
  const answer = await fetch(url, { integrity, credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}.`);
  const pack = (await answer.json()) as Pack;
  const cache = await caches.open(cacheNames.precache);
  await Promise.all(
    Object.entries(pack).map(([file, text]) => {
      const type = file.endsWith('.css') ? 'css' : 'javascript';
      return cache.put(file, new Response(text, { headers: { 'Content-Type': `text/${type}; charset=utf-8` } }));
    }),
  );
}
