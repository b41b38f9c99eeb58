import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { atMost } from './bounds.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './id-schema.ts';
import { defineProblems } from './problems.ts';
import { scopes } from './programs.ts';
import { requiredName } from './text.ts';

const tokenProblems = defineProblems({
  'token.invalid': { status: 401, message: t`This personal token is not valid, or it has ended.` },
  /** `details.scope`: the scope that the token lacks. */
  'token.scope': { status: 403, message: t`This personal token does not allow this.` },
  'token.people': { status: 403, message: t`Programs can't do this. Log in on the site.` },
  'token.with_session': { status: 400, message: t`Send a personal token or the cookies of a session, not both.` },
  'token.many': { status: 409, remedy: 'later', message: t`You have many tokens. Revoke one that you no longer need.` },
});
declare module './problems.ts' {
  interface FeatureProblems {
    personalTokens: typeof tokenProblems;
  }
}

/** Begins each token, so that scanners for leaked secrets recognise it. */
export const tokenPrefix = 'hbt_';
const tokenNameLength = 60;
/** Days after which a token can end. */
export const tokenDays = [30, 90, 365] as const;
/** Maximum of a member's tokens. */
export const maxTokens = 50;

const nameMessage = () => t`Enter a name of 1 to ${tokenNameLength} characters.`;

export const NewToken = v.object({
  name: requiredName(tokenNameLength, nameMessage, nameMessage),
  scopes: v.pipe(
    atMost(v.array(v.picklist(scopes)), scopes.length, t`Choose what it may do.`),
    v.minLength(1, t`Choose what it may do.`),
  ),
  /** Days until it ends. */
  days: v.picklist(tokenDays, t`Choose when it ends.`),
});
export type NewToken = v.InferOutput<typeof NewToken>;

/** A personal token, without its secret. */
export const PersonalToken = v.object({
  id: Id,
  name: v.string(),
  scopes: v.array(v.picklist(scopes)),
  /** ISO 8601, UTC, as are the other times. */
  createdAt: v.string(),
  /** Accurate to a few minutes; null before the first use. */
  lastUsedAt: v.nullable(v.string()),
  endsAt: v.string(),
});
export type PersonalToken = v.InferOutput<typeof PersonalToken>;

/** Lists the member's tokens, newest first, also those that ended in the last 30 days. */
export const listTokens = endpoint('GET', '/user/tokens', { reply: v.array(PersonalToken), private: true });
/** Makes a token. Its `secret` is in this reply only. */
export const makeToken = endpoint('POST', '/user/tokens', {
  action: 'MakeToken',
  body: NewToken,
  reply: v.object({ token: PersonalToken, secret: v.string() }),
  private: true,
});
/** Ends a token; succeeds when it has ended already. */
export const revokeToken = endpoint('DELETE', '/user/tokens/:tokenId', { reply: v.null(), private: true });
