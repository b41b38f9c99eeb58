import { listBlocks } from '#contract/blocks.ts';
import type { Id } from '#contract/ids.ts';
import type { Page } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import { mutate } from '#src/actions/mutate.ts';
import { runAction } from '#src/actions/run-action.ts';
import { blockMemberMutation, unblockMemberMutation } from './blocks.mutations.ts';

/** Blocks or unblocks a member. */
export const setBlocked = (person: Person, userId: Id, on: boolean): Promise<void> =>
  mutate(on ? blockMemberMutation : unblockMemberMutation, person, userId);

/** Fetches the members whom the user has blocked. @throws ApiFailure */
export const fetchBlockedMembers = (userId: Id, cursor?: string): Promise<Page<Person>> =>
  runAction(listBlocks, { as: userId, query: { cursor } });
