import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { endpoint } from './endpoint.ts';
import { defineProblems } from './problems.ts';

export const checkFailed = t`We couldn't check that you are a person. Try again.`;

const challengeProblems = defineProblems({
  'challenge.missing': {
    status: 403,
    message: t`We have to check that you are a person. Reload the page and try again.`,
  },
  'challenge.failed': { status: 403, message: checkFailed },
});
declare module './problems.ts' {
  interface FeatureProblems {
    challenge: typeof challengeProblems;
  }
}

/** Calls that need a solved challenge. Each solution is valid once. */
const challengePurposes = ['signup', 'forgot-password', 'contact'] as const;
export type ChallengePurpose = (typeof challengePurposes)[number];

/**
 * Proof of work by altcha's protocol (version 1, https://altcha.org): find the number from 0 to `maxnumber` whose
 * digits, appended to `salt`, have `challenge` as their SHA-256 in hex.
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

/** A vendor's check on the page {@link challengeFrame}, which posts `{ challenge: token }` to its parent. */
const PersonCheck = v.object({ kind: v.literal('person'), vendor: v.picklist(['Turnstile', 'hCaptcha']) });

export const Challenge = v.variant('kind', [Work, PersonCheck]);
export type Challenge = v.InferOutput<typeof Challenge>;

/** Returns a challenge for one call. Request it when the call is sent. */
export const getChallenge = endpoint('GET', '/challenge', {
  query: v.object({ for: v.picklist(challengePurposes, t`Say which call it is for.`) }),
  reply: Challenge,
});

/** Page with the vendor's check, to be framed by our pages; not found when no vendor is configured. */
export const challengeFrame = '/api/challenge';

/** Builds altcha's payload from the number that was found. */
export const workAnswer = ({ algorithm, challenge, salt, signature }: Work, number: number): string =>
  btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
