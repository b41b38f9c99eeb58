import type { BikeBrief } from '#contract/bikes.ts';
import { measureIn } from '#contract/units.ts';
import type { BikeRow } from './bikes.store.ts';

/** Maximum characters of the line that stands for a story. */
const maxLine = 120;

/** Returns the first sentences of a story that fit one line, else its first words. */
export function leadOf(story: string): string {
  const [line = ''] = story.trim().split(/\s*\n\s*/);
  if (line.length <= maxLine) return line;
  const begin = line.slice(0, maxLine);
  const sentences = /^.*[.!?…](?=\s)/.exec(line.slice(0, maxLine + 1))?.[0];
  return sentences ?? `${begin.slice(0, begin.lastIndexOf(' ') + 1 || maxLine).trimEnd()}…`;
}

/** Chainrings and sprockets, as riders say them; the rear gear alone where there are no chainrings to count. */
function gearsOf({ drivetrain, rearGear }: Pick<BikeRow, 'drivetrain' | 'rearGear'>): string {
  const [rings] = /^\d(?=x$)/.exec(drivetrain) ?? [];
  const [sprockets] = /^\d+(?=-Speed$)/.exec(rearGear) ?? [];
  if (rings && sprockets) return `${rings} × ${sprockets}`;
  return drivetrain === 'Fixed Gear' || rearGear === 'Other' ? drivetrain : rearGear;
}

/** The fields that a brief is made of. */
export const briefFields = {
  lead: 1,
  frameMaterial: 1,
  frameMaterialNote: 1,
  drivetrain: 1,
  rearGear: 1,
  weightG: 1,
} as const;

/** Makes the brief of a bike; older rows lack some of its fields. */
export const briefOf = (row: Pick<BikeRow, keyof typeof briefFields>): BikeBrief => ({
  story: row.lead ?? '',
  frame: row.frameMaterial ?? '',
  frameNote: row.frameMaterialNote ?? '',
  gears: gearsOf(row),
  weight: row.weightG
    ? { Metric: measureIn(row.weightG, 'g', 'kg').value, Imperial: measureIn(row.weightG, 'g', 'lb').value }
    : null,
});
