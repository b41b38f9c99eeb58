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

/** A check by a vendor on the page {@link challengeFrame}, which tells the page around it `{ challenge: token }`. */
const PersonCheck = v.object({ kind: v.literal('person'), vendor: v.picklist(['Turnstile', 'hCaptcha']) });

export const Challenge = v.variant('kind', [Work, PersonCheck]);
export type Challenge = v.InferOutput<typeof Challenge>;

/** A challenge for one call, to be asked for when that is sent. */
export const getChallenge = endpoint('GET', '/challenge', {
  query: v.object({ for: v.picklist(challengePurposes, 'Say which call it is for.') }),
  reply: Challenge,
});

/** Carries the answer: to work what {@link workAnswer} makes, to a check its token. */
export const challengeHeader = 'X-Challenge-Answer';

/** The page with a vendor's check, for a frame of ours; there is none without a vendor. */
export const challengeFrame = '/api/challenge';

/** What answers work: altcha's payload. @param number that was found */
export const workAnswer = ({ algorithm, challenge, salt, signature }: Work, number: number): string =>
  btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
