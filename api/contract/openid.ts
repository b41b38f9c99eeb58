import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { Email, LoginResult, NewPassword, Signup } from './accounts.ts';
import { AuthUser } from './auth.ts';
import { atMost } from './bounds.ts';
import { endpoint } from './endpoint.ts';
import { InvitationToken } from './invitations.ts';
import { defineProblems } from './problems.ts';

const openIdProblems = defineProblems({
  'openid.unreached': {
    status: 503,
    remedy: 'later',
    message: t`We can't reach that site right now. Log in another way, or try again in a few minutes.`,
  },
  'openid.late': { status: 410, message: t`That took too long, or it began in another browser. Try again.` },
  /** The provider has verified the address, so only its owner learns that there is an account. */
  'openid.known': {
    status: 409,
    message: t`You already have an account with this e-mail. Log in to it your usual way, then link the other account on the Password page.`,
  },
  'openid.exists': { status: 409, message: t`That account is linked to another member here.` },
  'openid.full': { status: 409, message: t`You have linked as many accounts as you can. Unlink one first.` },
  'openid.last': {
    status: 409,
    message: t`You need this account to log in. Choose a password or add a passkey first.`,
  },
});
declare module './problems.ts' {
  interface FeatureProblems {
    openid: typeof openIdProblems;
  }
}

/** Linked accounts of a member. */
export const maxLinkedAccounts = 10;
/** Minutes for which a member may stay at the provider, and then on our page. */
export const openIdMinutes = 15;

/** Why a provider sent somebody back without an account: they changed their mind, or something went wrong. */
export type OpenIdFailure = 'cancelled' | 'failed' | 'late' | 'unreached';

const maxPath = 2000;

const Begin = v.object({
  /** The path to return to after the log-in. */
  returnTo: v.optional(atMost(v.string(), maxPath)),
  invitation: v.optional(v.nullable(InvitationToken)),
});
/** Where the browser goes to log in. */
const Departure = v.object({ url: v.string() });
/** The log-in that {@link beginOpenId} began. */
const Flow = v.object({ flow: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) });

/** Somebody who has no account here yet, as the provider describes them. */
const Newcomer = v.object({
  /** The provider's name. */
  provider: v.string(),
  /** A name that is free; empty if there is none. */
  username: v.string(),
  /** The address that the provider has verified; null if there is none. */
  email: v.nullable(v.string()),
  invitation: v.nullable(v.string()),
});
export type Newcomer = v.InferOutput<typeof Newcomer>;

const LoggedIn = v.object({ login: v.literal('LoginSucceeded'), authUser: AuthUser });
const Entered = v.variant('login', [LoggedIn, v.object({ login: v.literal('NotFound'), newcomer: Newcomer })]);
const Joined = v.variant('login', [LoggedIn, v.object({ login: v.literal('EmailNotConfirmed'), email: v.string() })]);

/** `email` and `password`: needed if the provider has verified no address. */
export const JoinByOpenId = v.object({
  ...Flow.entries,
  id: Signup.entries.id,
  username: Signup.entries.username,
  email: v.optional(Email),
  password: v.optional(NewPassword),
  terms: Signup.entries.terms,
  answer: Signup.entries.answer,
  invitation: Signup.entries.invitation,
});
export type JoinByOpenId = v.InferOutput<typeof JoinByOpenId>;

/** An account elsewhere that logs a member in. Times are in ISO 8601. */
const LinkedAccount = v.object({
  id: v.string(),
  /** The provider's name. */
  provider: v.string(),
  /** The member's name or address there, as it was when it was linked; may be empty. */
  name: v.string(),
  linkedAt: v.string(),
  lastUsedAt: v.nullable(v.string()),
  /** Whether the site still has this provider. */
  isUsable: v.boolean(),
});
export type LinkedAccount = v.InferOutput<typeof LinkedAccount>;

/** Begins a log-in at a provider. */
export const beginOpenId = endpoint('POST', '/account/openid/:provider', {
  action: 'BeginOpenId',
  body: Begin,
  reply: Departure,
});
/** Where the provider sends the browser back to. It redirects to one of our pages. */
export const openIdCallback = endpoint('GET', '/account/openid/:provider/callback', { reply: v.null() });
/** Logs in with the account that the provider named, or describes somebody new. */
export const enterByOpenId = endpoint('POST', '/account/openid-enter', {
  action: 'EnterByOpenId',
  body: Flow,
  reply: Entered,
});
/** Signs somebody up whom a provider named, and logs them in if the provider has verified their address. */
export const joinByOpenId = endpoint('POST', '/account/openid-join', {
  action: 'JoinByOpenId',
  body: JoinByOpenId,
  reply: Joined,
  challenge: 'signup',
});
/** Logs in to a deleted account and restores its content. */
export const restoreByOpenId = endpoint('POST', '/account/openid-restore', {
  action: 'RestoreByOpenId',
  body: Flow,
  reply: LoginResult,
});

/** Lists the accounts elsewhere that log the member in, the first one first. */
export const listLinkedAccounts = endpoint('GET', '/user/linked-accounts', {
  reply: v.object({ hasPassword: v.boolean(), accounts: v.array(LinkedAccount) }),
  private: true,
});
/** Begins to link an account at a provider. */
export const beginLinking = endpoint('POST', '/user/linked-accounts/:provider', {
  action: 'BeginLinking',
  reply: Departure,
  private: true,
});
/** Links the account that the provider named. */
export const linkAccount = endpoint('POST', '/user/linked-accounts', {
  action: 'LinkAccount',
  body: Flow,
  reply: LinkedAccount,
  private: true,
});
/** Unlinks an account; succeeds when it is gone already. */
export const unlinkAccount = endpoint('DELETE', '/user/linked-accounts/:linkId', {
  action: 'UnlinkAccount',
  reply: v.null(),
  private: true,
});
