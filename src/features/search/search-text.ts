import type { Count } from '#contract/search/calls.ts';
import { figure } from '#src/ui/format.ts';
import type { Writing } from '#src/ui/in-language.ts';

/** For example `1 bike`, `268 bikes`, or `1,000+ bikes` if counting stopped there. */
export const totalText = ({ count, atLeast }: Count, writing: Writing | null): string =>
  `${figure(count, writing)}${atLeast ? '+' : ''} ${count === 1 && !atLeast ? 'bike' : 'bikes'}`;
