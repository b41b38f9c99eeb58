import { saveOpenForms } from '#src/lib/open-forms.ts';
import { probe } from '#src/outbox/reach.ts';

/** Maximum load time of a chunk in milliseconds (specification, section 9). */
const timeoutMs = 120_000;
const fetchTimeoutMs = 5_000;
const reloadedBuildKey = 'reloaded-for-build';

/** Returns which kind of chunk failed to load; null for any other error. */
export const missingPart = ({ name }: Error): 'script' | 'style' | null =>
  name === 'ChunkLoadError' ? 'script' : name === 'CssChunkLoadError' ? 'style' : null;

/** Rejects with a ChunkLoadError if a script takes too long. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error('A script took too long to load.'), { name: 'ChunkLoadError' });
    timer = setTimeout(reject, timeoutMs, error);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * Names the errors of chunks that fail to load. A chunk of an older build may be gone from the server, so the page
 * reloads once per build if the server can be reached.
 */
export function watchStaleChunks(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = payload.message.includes('CSS') ? 'CssChunkLoadError' : 'ChunkLoadError';
    void reloadOnce(import.meta.url);
  });
}

/**
 * Reloads the page after a script did not load. WebKit keeps a failed preload in memory, for later pages too, until the
 * script is requested in another way.
 */
export async function reloadAnew(): Promise<void> {
  const preloads = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]');
  const fetchAnew = { cache: 'reload', signal: AbortSignal.timeout(fetchTimeoutMs) } as const;
  await Promise.allSettled([...preloads].map(({ href }) => fetch(href, fetchAnew)));
  location.reload();
}

async function reloadOnce(build: string): Promise<void> {
  if (!(await probe()) || sessionStorage.getItem(reloadedBuildKey) === build) return;
  sessionStorage.setItem(reloadedBuildKey, build);
  await saveOpenForms();
  await reloadAnew();
}
