import * as v from 'valibot';
import { Id } from './ids.ts';

/**
 * A member as everybody sees them beside what they made. Bikes and comments keep a copy, so that a list is one query;
 * the account is the original, and the copies follow it (`api/platform/denormalized-authors.ts`).
 */
export const Person = v.object({ id: Id, username: v.string(), avatar: v.string() });
export type Person = v.InferOutput<typeof Person>;

/** What a member is called who has deleted the account. Nobody can sign up with it. */
export const deletedMember = 'Deleted member';
