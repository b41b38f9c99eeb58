import type { Work } from '#contract/challenge.ts';
import { Search } from './search.ts';

/** Looks for the answer to the one challenge that it is given. */
addEventListener('message', ({ data }: MessageEvent<Work>) => {
  postMessage(new Search(data).look(Number.POSITIVE_INFINITY));
});
