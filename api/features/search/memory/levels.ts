import { partWeights } from '#contract/search/found.ts';
import { quality } from '#contract/search/match.ts';
import { partsAtMost } from './postings.ts';

const qualities = Object.values(quality);

/** What a word may count, upwards: one for each part and each way to meet it. A level is a place here; 0 is nothing. */
export const weights: readonly number[] = [
  0,
  ...new Set(partWeights.flatMap((weight) => qualities.map((one) => weight * one)).sort((a, b) => a - b)),
];

const made = new Map<number, Uint8Array>(
  qualities.map((one) => [
    one,
    Uint8Array.from({ length: partsAtMost }, (_, part) => weights.indexOf((partWeights[part] ?? 0) * one)),
  ]),
);
const none = new Uint8Array(partsAtMost);

/** By the part that has a word: the level that it counts when it was met like this. */
export const levelsOf = (met: number): Uint8Array => made.get(met) ?? none;
