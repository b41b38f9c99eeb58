import type { Count } from '#contract/search/calls.ts';
import { figure } from '#src/ui/format.ts';
import type { Writing } from '#src/ui/in-language.ts';

/** `1 bike`, `268 bikes`, and `1,000+ bikes` where nobody has counted further. */
export const totalWords = ({ count, atLeast }: Count, writing: Writing | null): string =>
  `${figure(count, writing)}${atLeast ? '+' : ''} ${count === 1 && !atLeast ? 'bike' : 'bikes'}`;
