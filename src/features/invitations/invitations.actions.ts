import type { Id } from '#contract/ids.ts';
import {
  createInvitation,
  type Invitation,
  listAllInvitations,
  listInvitations,
  type NewInvitation,
  revokeInvitation,
} from '#contract/invitations.ts';
import type { Page } from '#contract/paging.ts';
import { runAction } from '#src/actions/run-action.ts';

/** A page of invitations. `from`: since or from when the member may invite people; null: only operators may. */
export type Invitations = Page<Invitation> & { from: string | null };

/** Fetches the member's own invitations, newest first. @throws ApiFailure */
export const fetchOwnInvitations = (as: Id, cursor?: string): Promise<Invitations> =>
  runAction(listInvitations, { as, query: { cursor } });

/** Fetches everybody's invitations, newest first. @throws ApiFailure */
export const fetchAllInvitations = (as: Id, cursor?: string): Promise<Page<Invitation>> =>
  runAction(listAllInvitations, { as, query: { cursor } });

/** @throws ApiFailure */
export const makeInvitation = (as: Id, invitationId: Id, body: NewInvitation): Promise<Invitation> =>
  runAction('CreateInvitation', (call) => call(createInvitation, { as, params: { invitationId }, body }));

/** @throws ApiFailure */
export const revoke = (as: Id, invitationId: Id): Promise<Invitation> =>
  runAction('RevokeInvitation', (call) => call(revokeInvitation, { as, params: { invitationId } }));
