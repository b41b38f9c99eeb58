import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { endpoint } from './endpoint.ts';
import { defineProblems } from './problems.ts';

const joiningProblems = defineProblems({
  'join.closed': { status: 403, remedy: 'later', message: t`Nobody new can join this site at the moment.` },
  'join.full': { status: 403, remedy: 'later', message: t`This site has all the members it takes at the moment.` },
  'join.invitation': { status: 403, message: t`You need an invitation to join this site.` },
  'join.network': {
    status: 403,
    message: t`Nobody can sign up from this network. Is that a mistake? Write to us.`,
  },
  'join.address': { status: 403, message: t`This e-mail address can't be used here. Is that a mistake? Write to us.` },
  Applied: {
    isLogged: true,
    status: 403,
    remedy: 'later',
    message: t`Your e-mail is confirmed, and your application waits for an answer. We'll mail it to you.`,
  },
});
declare module './problems.ts' {
  interface FeatureProblems {
    joining: typeof joiningProblems;
  }
}

/**
 * How one may join. `open`: everybody. `approval`: an operator decides about each applicant. `invite`: with an
 * invitation. `closed`: nobody. With an invitation nobody has to wait for an approval.
 */
export const joinModes = ['open', 'approval', 'invite', 'closed'] as const;
export type JoinMode = (typeof joinModes)[number];

/** Maximum code points of an applicant's answer. */
export const maxAnswerLength = 1000;

/** The public part of how one joins. `question`: to applicants; null: the built-in one. `full`: the cap is reached. */
const Joining = v.object({
  mode: v.picklist(joinModes),
  question: v.nullable(v.string()),
  full: v.boolean(),
});
export type Joining = v.InferOutput<typeof Joining>;

export const getJoining = endpoint('GET', '/joining', { reply: Joining });
