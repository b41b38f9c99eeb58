import type { Work } from '#contract/challenge.ts';
import { Search } from './search.ts';

/** Solves one challenge. */
addEventListener('message', ({ data }: MessageEvent<Work>) => {
  postMessage(new Search(data).look(Number.POSITIVE_INFINITY));
});
