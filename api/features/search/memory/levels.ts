import { partWeights } from '#contract/search/found.ts';
import { quality } from '#contract/search/match.ts';
import { maxParts } from './postings.ts';

const qualities = Object.values(quality);

/**
 * Ascending weights of a match: one for each part and each match quality. A level is an index into this; level 0 is no
 * match.
 */
export const weights: readonly number[] = [
  0,
  ...new Set(partWeights.flatMap((weight) => qualities.map((one) => weight * one)).sort((a, b) => a - b)),
];

const made = new Map<number, Uint8Array>(
  qualities.map((one) => [
    one,
    Uint8Array.from({ length: maxParts }, (_, part) => weights.indexOf((partWeights[part] ?? 0) * one)),
  ]),
);
const none = new Uint8Array(maxParts);

/** By part: the level of a match of this quality. */
export const levelsOf = (met: number): Uint8Array => made.get(met) ?? none;
