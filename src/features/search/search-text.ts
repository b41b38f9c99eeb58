import type { Count } from '#contract/search/calls.ts';
import { many } from '#contract/texts.ts';

/** For example `1 bike`, `268 bikes`, or `1,000+ bikes` if counting stopped there. */
export const totalText = ({ count, atLeast }: Count): string =>
  atLeast ? many(count)`#+ bike|#+ bikes` : many(count)`# bike|# bikes`;
