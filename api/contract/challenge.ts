import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

/** What a solved challenge lets through, once. */
const challengePurposes = ['signup', 'forgot-password', 'contact'] as const;
export type ChallengePurpose = (typeof challengePurposes)[number];

/**
 * Work for a machine, by altcha's protocol (version 1, https://altcha.org): find the number from 0 to `maxnumber` whose
 * digits after `salt` have `challenge` as their SHA-256 in hex.
 */
export const Work = v.object({
  kind: v.literal('work'),
  algorithm: v.literal('SHA-256'),
  challenge: v.string(),
  maxnumber: v.number(),
  salt: v.string(),
  signature: v.string(),
});
export type Work = v.InferOutput<typeof Work>;

export const Challenge = v.variant('kind', [Work]);
export type Challenge = v.InferOutput<typeof Challenge>;

/** A challenge for one call, to be asked for when that is sent. */
export const getChallenge = endpoint('GET', '/challenge', {
  query: v.object({ for: v.picklist(challengePurposes, 'Say which call it is for.') }),
  reply: Challenge,
});

/** Carries the answer. */
export const challengeHeader = 'X-Challenge-Answer';

/** What answers work: altcha's payload. @param number that was found */
export const workAnswer = ({ algorithm, challenge, salt, signature }: Work, number: number): string =>
  btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
