import { LinkStore } from '#api/features/accounts/accounts.links.store.ts';
import {
  confirmEmail,
  deleteAccount,
  forgotPassword,
  login,
  readConfirmation,
  readReset,
  resetPassword,
  restoreAccount,
  sendEmailConfirmation,
  signup,
} from '#contract/accounts.ts';
import { getAuthUser, refreshTokens, signout, validateToken } from '#contract/auth.ts';
import { getChallenge } from '#contract/challenge.ts';
import { contactOperator } from '#contract/contact.ts';
import { countExport, downloadExport } from '#contract/export.ts';
import { newId } from '#contract/ids.ts';
import {
  cancelEmailChange,
  changeEmail,
  changeUsername,
  confirmNewEmail,
  getOwnAccount,
  readEmailUndo,
  readNewEmail,
  undoEmailChange,
} from '#contract/own-account.ts';
import { proveIdentity, sendProofCode } from '#contract/proof.ts';
import { changePassword, endOtherSessions, endSession, listSessions, type MemberSession } from '#contract/sessions.ts';
import { goodPassword, TestBrowser } from '#tests/kit/app.ts';
import { callers, everyone, members, membersAndVisitors } from './callers.ts';
import type { Row, Stage } from './stage.ts';

let applicants = 0;
const applicant = () => {
  const username = `applicant${++applicants}`;
  return { id: newId(), username, email: `${username}@example.org`, password: goodPassword, terms: true as const };
};

/** Returns the token of a pending confirmation link. */
async function confirmation(stage: Stage): Promise<string> {
  const body = applicant();
  await new TestBrowser(stage.app).call(signup, { body, headers: stage.network() });
  return stage.app.tokenMailedTo(body.email);
}

/** Returns a password reset token of a member who is not among the callers. */
async function forgotten({ app }: Stage): Promise<string> {
  const token = `token-${newId()}`;
  const user = await app.db.collection('users').findOne({ username: 'fred' });
  const fields = { userId: String(user?._id), epoch: Number(user?.authEpoch) };
  await new LinkStore(app.db).insert(token, { kind: 'reset', ...fields, expiresAt: new Date(Date.now() + 60_000) });
  return token;
}

/** A member wants to have a new address. Returns the token of the link that confirms or undoes it. */
const wanting =
  (username: string, kind: 'change-email' | 'undo-email') =>
  async ({ app }: Stage): Promise<string> => {
    const [changeId, token] = [newId(), `token-${newId()}`];
    const users = app.db.collection('users');
    const member = await users.findOne({ username });
    const epoch = Number(member?.authEpoch);
    const expiresAt = new Date(Date.now() + 60_000);
    const emailChange = { id: changeId, email: `${changeId}@example.org`, epoch, until: expiresAt };
    await users.updateOne({ username }, { $set: { emailChange } });
    await new LinkStore(app.db).insert(token, { kind, userId: String(member?._id), epoch, expiresAt, changeId });
    return token;
  };

/** Signs the owner in on another device; returns the session's id. */
async function device(stage: Stage): Promise<string> {
  const browser = await callers.owner.open(stage);
  const { answer } = await browser.call(listSessions);
  return answer.data?.find(({ current }) => current)?.id ?? '';
}
const stillThere = async (_: unknown, id: string, { app }: Stage) =>
  (await app.db.collection('sessions').findOne({ _id: id as never })) ? 'signed in' : 'signed out';

const none = async () => 'never-mailed';

export const accountRows: Row[] = [
  { call: signup, by: (asks, _, how) => asks.call(signup, { body: applicant(), ...how }), expected: everyone('200') },
  {
    call: readConfirmation,
    prepare: confirmation,
    by: (asks, token, how) => asks.call(readConfirmation, { body: { token }, ...how }),
    expected: everyone('200'),
  },
  {
    call: readConfirmation,
    when: 'by a made-up link',
    prepare: none,
    by: (asks, token, how) => asks.call(readConfirmation, { body: { token }, ...how }),
    expected: everyone('410 confirm.invalid'),
  },
  {
    call: confirmEmail,
    prepare: confirmation,
    by: (asks, token, how) => asks.call(confirmEmail, { body: { token, password: goodPassword }, ...how }),
    expected: everyone('200'),
    ownSession: true,
  },
  {
    call: confirmEmail,
    when: 'without the password of the sign-up',
    prepare: confirmation,
    by: (asks, token, how) => asks.call(confirmEmail, { body: { token, password: 'a guess of mine' }, ...how }),
    expected: everyone('422 password'),
  },
  {
    call: sendEmailConfirmation,
    by: (asks, _, how) => asks.call(sendEmailConfirmation, { body: { email: 'tessa@example.org' }, ...how }),
    expected: everyone('200'),
  },
  {
    call: forgotPassword,
    by: (asks, _, how) => asks.call(forgotPassword, { body: { email: 'tessa@example.org' }, ...how }),
    expected: everyone('200'),
  },
  {
    call: readReset,
    prepare: forgotten,
    by: (asks, token, how) => asks.call(readReset, { body: { token }, ...how }),
    expected: everyone('200'),
  },
  {
    call: readReset,
    when: 'by a link of another kind',
    prepare: confirmation,
    by: (asks, token, how) => asks.call(readReset, { body: { token }, ...how }),
    expected: everyone('410 reset.invalid'),
  },
  {
    call: resetPassword,
    prepare: forgotten,
    by: (asks, token, how) => asks.call(resetPassword, { body: { token, password: 'gravel in the rain' }, ...how }),
    expected: everyone('200'),
  },
  {
    call: resetPassword,
    when: 'by a made-up link',
    prepare: none,
    by: (asks, token, how) => asks.call(resetPassword, { body: { token, password: 'gravel in the rain' }, ...how }),
    expected: everyone('410 reset.invalid'),
  },
  {
    call: login,
    by: (asks, _, how, __, caller) =>
      asks.call(login, { body: { identifier: callers[caller].name, password: goodPassword }, ...how }),
    expected: {
      ...everyone('200'),
      visitor: '403 LoginFailed',
      forger: '403 LoginFailed',
      unconfirmed: '403 EmailNotConfirmed',
      suspended: '403 Suspended',
    },
    ownSession: true,
  },
  { call: signout, by: (asks, _, how) => asks.call(signout, how), expected: everyone('200'), ownSession: true },
  { call: getAuthUser, by: (asks, _, how) => asks.call(getAuthUser, how), expected: members('200') },
  {
    call: refreshTokens,
    by: (asks, _, how) => asks.call(refreshTokens, how),
    expected: {
      ...everyone('200 unauthenticated'),
      // The reason why the session has ended.
      suspended: '200 Suspended',
      member: '200',
      owner: '200',
      moderator: '200',
      operator: '200',
    },
    ownSession: true,
  },
  {
    call: validateToken,
    by: (asks, _, how) => asks.call(validateToken, how),
    seen: (user) => (user as { username: string } | null)?.username ?? 'nobody',
    expected: {
      ...everyone('200, nobody'),
      member: '200, mira',
      owner: '200, oskar',
      moderator: '200, mona',
      operator: '200, otto',
    },
  },
  {
    call: changePassword,
    when: 'without the password',
    by: (asks, _, how) =>
      asks.call(changePassword, { body: { current: 'a guess of mine', password: 'gravel in the rain' }, ...how }),
    expected: members('422 current'),
  },
  {
    call: listSessions,
    prepare: device,
    by: (asks, _, how) => asks.call(listSessions, how),
    seen: (list, id) => ((list as MemberSession[] | null)?.some((one) => one.id === id) ? 'with it' : 'without it'),
    expected: members('200, without it', '200, with it'),
  },
  {
    call: endSession,
    prepare: device,
    by: (asks, sessionId, how) => asks.call(endSession, { params: { sessionId }, ...how }),
    seen: stillThere,
    expected: members('200, signed in', '200, signed out'),
  },
  {
    call: endOtherSessions,
    prepare: device,
    by: (asks, _, how) => asks.call(endOtherSessions, how),
    seen: stillThere,
    expected: members('200, signed in', '200, signed out'),
    ownSession: true,
  },
  {
    call: proveIdentity,
    by: (asks, _, how) => asks.call(proveIdentity, { body: { way: 'password', password: goodPassword }, ...how }),
    expected: members('200'),
  },
  {
    call: proveIdentity,
    when: 'by a code that was not mailed',
    by: (asks, _, how) => asks.call(proveIdentity, { body: { way: 'code', code: '12345678' }, ...how }),
    expected: members('410 proof.code'),
  },
  {
    call: sendProofCode,
    by: (asks, _, how) => asks.call(sendProofCode, how),
    expected: members('200'),
  },
  {
    call: getOwnAccount,
    by: (asks, _, how) => asks.call(getOwnAccount, how),
    seen: (data) => (data as { username: string }).username,
    expected: { ...members('200, mira'), owner: '200, oskar', moderator: '200, mona', operator: '200, otto' },
  },
  {
    call: changeUsername,
    when: 'to the name of another member',
    by: (asks, _, how) => asks.call(changeUsername, { body: { username: 'fred' }, ...how }),
    expected: members('422 username'),
    isPosting: true,
  },
  {
    call: changeEmail,
    by: (asks, _, how) => asks.call(changeEmail, { body: { email: `${newId()}@example.org` }, ...how }),
    expected: members('200'),
  },
  {
    call: cancelEmailChange,
    by: (asks, _, how) => asks.call(cancelEmailChange, how),
    expected: members('200'),
  },
  {
    call: readNewEmail,
    prepare: wanting(callers.owner.name, 'change-email'),
    by: (asks, token, how) => asks.call(readNewEmail, { body: { token }, ...how }),
    seen: (data) => (data as { needs: string | null }).needs ?? 'nothing',
    expected: { ...membersAndVisitors('200, password'), owner: '200, nothing' },
  },
  {
    call: confirmNewEmail,
    when: 'without a password',
    prepare: wanting(callers.owner.name, 'change-email'),
    by: (asks, token, how) => asks.call(confirmNewEmail, { body: { token }, ...how }),
    expected: { ...membersAndVisitors('422 password'), owner: '200' },
  },
  {
    call: readEmailUndo,
    prepare: wanting('fred', 'undo-email'),
    by: (asks, token, how) => asks.call(readEmailUndo, { body: { token }, ...how }),
    expected: everyone('200'),
  },
  {
    call: undoEmailChange,
    prepare: wanting('fred', 'undo-email'),
    by: (asks, token, how) => asks.call(undoEmailChange, { body: { token, password: goodPassword }, ...how }),
    expected: everyone('200'),
    ownSession: true,
  },
  {
    call: deleteAccount,
    when: "by another's name",
    by: (asks, _, how) => asks.call(deleteAccount, { body: { username: 'fred' }, ...how }),
    expected: members('422 username'),
  },
  {
    call: restoreAccount,
    by: (asks, _, how, __, caller) =>
      asks.call(restoreAccount, { body: { identifier: callers[caller].name, password: goodPassword }, ...how }),
    expected: {
      ...everyone('200'),
      visitor: '403 LoginFailed',
      forger: '403 LoginFailed',
      unconfirmed: '403 EmailNotConfirmed',
      suspended: '403 Suspended',
    },
    ownSession: true,
  },
  {
    call: getChallenge,
    by: (asks, _, how) => asks.call(getChallenge, { query: { for: 'signup' }, ...how }),
    expected: everyone('200'),
  },
  {
    call: countExport,
    by: (asks, _, how) => asks.call(countExport, how),
    expected: members('200'),
  },
  {
    call: downloadExport,
    prepare: async ({ app }) =>
      String((await app.db.collection('users').findOne({ username: callers.owner.name }))?._id),
    by: (asks, as, how) => asks.call(downloadExport, { query: { as }, ...how }),
    expected: members('409 wrong_user', '200'),
  },
  {
    call: contactOperator,
    by: (asks, _, how) => {
      const content = { topic: 'Question', name: 'Ann', subject: 'A wheel', message: 'Which one is true?' };
      return asks.call(contactOperator, { body: { ...content, id: newId(), email: 'ann@example.org' }, ...how });
    },
    expected: everyone('200'),
  },
];
