import { createValue } from '#src/ground/value.ts';
import { flushDrafts } from '#src/offline/open-forms.ts';
import { probe } from '#src/offline/reach.ts';

/** A part of the page could not be loaded: without signal, or because the site has moved on. */
export const chunkMissing = createValue(false);

const mark = 'reloaded-for-build';

/** A part of an older build that is gone from the site: reload once for each build, where there is signal. */
export function watchStaleChunks(): void {
  addEventListener('vite:preloadError', (event) => {
    event.preventDefault();
    chunkMissing.set(true);
    void reloadOnce(import.meta.url);
  });
}

async function reloadOnce(build: string): Promise<void> {
  if (sessionStorage.getItem(mark) === build || !(await probe())) return;
  sessionStorage.setItem(mark, build);
  await flushDrafts();
  location.reload();
}
