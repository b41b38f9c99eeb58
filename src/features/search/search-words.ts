import type { Count } from '#contract/search/calls.ts';
import { figure } from '#src/ui/format.ts';

/** `1 bike`, `268 bikes`, and `1,000+ bikes` where nobody has counted further. */
export const totalWords = ({ count, atLeast }: Count): string =>
  `${figure(count)}${atLeast ? '+' : ''} ${count === 1 && !atLeast ? 'bike' : 'bikes'}`;
