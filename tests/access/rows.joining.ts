import { decideApplication, listApplications } from '#contract/applications.ts';
import { newId } from '#contract/ids.ts';
import {
  createInvitation,
  listAllInvitations,
  listInvitations,
  readInvitation,
  revokeInvitation,
} from '#contract/invitations.ts';
import { getJoining } from '#contract/joining.ts';
import { changeJoining } from '#contract/site.ts';
import { callers, type Expected, everyone, members } from './callers.ts';
import type { Row, Stage } from './stage.ts';

/** For operators; others get `not_found`. */
const operators = (expected: string): Expected => ({ ...members('404 not_found'), operator: expected });

const idOf = async ({ app }: Stage, username: string) =>
  String((await app.db.collection('users').findOne({ username }))?._id);

/** Stores an invitation of the owner's, as made when the owner was an operator. */
async function invited(stage: Stage): Promise<string> {
  const id = newId();
  const [createdAt, endsAt] = [new Date(), new Date(Date.now() + 86_400_000)];
  const by = await idOf(stage, callers.owner.name);
  const row = { by, byOperator: true, uses: 1, left: 1, usedBy: [], createdAt, endsAt, forgetAt: endsAt };
  await stage.app.db.collection('invitations').insertOne({ _id: id as never, token: `token-${id}`, ...row });
  return id;
}

/** Stores somebody who waits to be let in. */
async function applicant({ app }: Stage): Promise<string> {
  const id = newId();
  const username = `waiter${id.slice(-8)}`;
  const account = { username, foldedName: username, email: `${username}@example.org`, authEpoch: 0, avatar: '' };
  const rest = { passwordHash: null, createdAt: new Date(), confirmationSentAt: null };
  await app.db.collection<{ _id: string }>('users').insertOne({
    _id: id,
    ...account,
    ...rest,
    status: 'Applied',
    entry: { answer: 'Hello.', invitation: null },
  } as never);
  return id;
}

export const joiningRows: Row[] = [
  { call: getJoining, by: (asks, _, how) => asks.call(getJoining, how), expected: everyone('200') },
  {
    // Changes nothing for the rows after this one.
    call: changeJoining,
    by: (asks, _, how) => asks.call(changeJoining, { body: { question: 'Which club?' }, ...how }),
    expected: operators('200'),
  },
  {
    call: readInvitation,
    prepare: invited,
    by: (asks, id, how) => asks.call(readInvitation, { body: { token: `token-${id}` }, ...how }),
    seen: (data) => String((data as { by: string }).by),
    expected: everyone('200, oskar'),
  },
  {
    call: createInvitation,
    by: (asks, _, how) =>
      asks.call(createInvitation, { params: { invitationId: newId() }, body: { uses: 1, days: 7 }, ...how }),
    expected: { ...members('403 invitation.never'), operator: '200' },
  },
  {
    call: listInvitations,
    prepare: invited,
    by: (asks, _, how) => asks.call(listInvitations, how),
    seen: (data, id) =>
      (data as { items: { id: string }[] }).items.some((one) => one.id === id) ? 'with it' : 'without it',
    expected: members('200, without it', '200, with it'),
  },
  {
    call: revokeInvitation,
    prepare: invited,
    by: (asks, invitationId, how) => asks.call(revokeInvitation, { params: { invitationId }, ...how }),
    seen: (data) => String((data as { state: string }).state),
    expected: { ...members('404 not_found', '200, revoked'), operator: '200, revoked' },
  },
  { call: listAllInvitations, by: (asks, _, how) => asks.call(listAllInvitations, how), expected: operators('200') },
  {
    call: listApplications,
    prepare: applicant,
    by: (asks, _, how) => asks.call(listApplications, how),
    expected: operators('200'),
  },
  ...[true, false].map(
    (accept): Row => ({
      call: decideApplication,
      when: accept ? 'let in' : 'refused',
      prepare: applicant,
      by: (asks, userId, how) =>
        asks.call(decideApplication, { params: { userId }, body: { accept, reason: '' }, ...how }),
      expected: operators('200'),
    }),
  ),
];
