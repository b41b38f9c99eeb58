import * as v from 'valibot';
import { Id } from './ids.ts';

/**
 * A member's public name and avatar. Bikes and comments store a copy, so that a list needs one query;
 * `api/platform/denormalized-authors.ts` keeps the copies up to date.
 */
export const Person = v.object({ id: Id, username: v.string(), avatar: v.string() });
export type Person = v.InferOutput<typeof Person>;

/** Display name of a member who has deleted the account. Sign-up refuses it. */
export const deletedMember = 'Deleted member';
