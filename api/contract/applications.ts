import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Id } from './id-schema.ts';
import { Act, optionalReason } from './moderation.ts';
import { PageQuery, pageOf } from './paging.ts';

/** Somebody who has confirmed an e-mail address and waits to be let in. */
export const Application = v.object({
  /** Of the account that it becomes. */
  id: Id,
  username: v.string(),
  email: v.string(),
  /** To the operators' question; empty if it was not asked yet. */
  answer: v.string(),
  /** ISO 8601, UTC: the sign-up. */
  at: v.string(),
});
export type Application = v.InferOutput<typeof Application>;

/** Operators only. Longest waiting first. */
export const listApplications = endpoint('GET', '/moderation/applications', {
  query: PageQuery,
  reply: pageOf(Application),
  private: true,
});

/** Operators only. The applicant is told by mail; who is refused is erased. The reason is for the applicant. */
export const decideApplication = endpoint('PUT', '/moderation/applications/:userId', {
  body: v.object({ accept: v.boolean(), reason: optionalReason }),
  reply: Act,
  private: true,
});
