import { type BikeCard, cardLabels } from '#contract/bikes.ts';
import { figure } from '#src/ui/format.ts';
import type { Writing } from '#src/ui/in-language.ts';
import type { SpecRow } from '#src/ui/spec-list.tsx';

/** Rows of the spec sheet that a card has data for. */
export const heroRowsOf = (bike: BikeCard, writing: Writing | null): SpecRow[] => [
  ...(bike.year ? [{ name: cardLabels.year, value: bike.year }] : []),
  { name: cardLabels.category, value: bike.category },
  { name: 'Likes', value: figure(bike.counts.likes, writing) },
  { name: 'Comments', value: figure(bike.counts.comments, writing) },
  ...(bike.won ? [{ name: 'Votes', value: figure(bike.won.votes, writing) }] : []),
];
