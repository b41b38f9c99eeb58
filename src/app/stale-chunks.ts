import { flushDrafts } from '#src/drafts/open-forms.ts';
import { probe } from '#src/outbox/reach.ts';

/** Milliseconds that a part of the page may take to come (specification, section 9). */
const timeLimit = 120_000;
const mark = 'reloaded-for-build';

/** What an error says of a part of the page that could not be loaded; null for any other error. */
export const missingPart = ({ name }: Error): 'script' | 'style' | null =>
  name === 'ChunkLoadError' ? 'script' : name === 'CssChunkLoadError' ? 'style' : null;

/** Gives up on a script that does not come. @throws ChunkLoadError */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error('A script took too long to load.'), { name: 'ChunkLoadError' });
    timer = setTimeout(reject, timeLimit, error);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * A part of the page that does not come is called by its name: a script or a style. One of an older build may be gone
 * from the site: reload once for each build, where there is signal.
 */
export function watchStaleChunks(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = payload.message.includes('CSS') ? 'CssChunkLoadError' : 'ChunkLoadError';
    void reloadOnce(import.meta.url);
  });
}

async function reloadOnce(build: string): Promise<void> {
  if (!(await probe()) || sessionStorage.getItem(mark) === build) return;
  sessionStorage.setItem(mark, build);
  await flushDrafts();
  location.reload();
}
