import { LinkStore } from '#api/features/accounts/accounts.links.store.ts';
import {
  changeMemberEmail,
  downloadAccount,
  endMemberSessions,
  eraseBanned,
  eraseMember,
  exportBanned,
  exportMember,
  findMember,
  getMemberAccount,
  mailPasswordLink,
  showMemberEmail,
} from '#contract/account-help.ts';
import { newId } from '#contract/ids.ts';
import { goodPassword } from '#tests/kit/app.ts';
import { callers, type Expected, everyone, members } from './callers.ts';
import type { Row, Stage } from './stage.ts';

const fred = async ({ app }: Stage) => (await app.db.collection('users').findOne({ username: 'fred' })) ?? { _id: '' };
const fredsId = async (stage: Stage) => String((await fred(stage))._id);
/** For operators; others get `not_found`. */
const operators = (expected: string): Expected => ({ ...members('404 not_found'), operator: expected });
/** The replies to the right password of an account that is not banned. */
const notBanned: Expected = {
  ...everyone('409 account.open'),
  visitor: '403 LoginFailed',
  forger: '403 LoginFailed',
  unconfirmed: '403 EmailNotConfirmed',
  suspended: '403 Suspended',
};

async function exportLink(stage: Stage): Promise<string> {
  const { _id, authEpoch } = (await fred(stage)) as { _id: unknown; authEpoch?: number };
  const token = `token-${newId()}`;
  const link = { userId: String(_id), epoch: Number(authEpoch), expiresAt: new Date(Date.now() + 60_000) };
  await new LinkStore(stage.app.db).insert(token, { kind: 'export', ...link });
  return token;
}

let addresses = 0;

export const accountHelpRows: Row[] = [
  {
    call: findMember,
    by: (asks, _, how) => asks.call(findMember, { query: { who: 'fred' }, ...how }),
    expected: operators('200'),
  },
  {
    call: getMemberAccount,
    prepare: fredsId,
    by: (asks, userId, how) => asks.call(getMemberAccount, { params: { userId }, ...how }),
    seen: (account) => (account as { email: string }).email.replace(/@.*/, ''),
    expected: operators('200, f***'),
  },
  {
    call: showMemberEmail,
    prepare: fredsId,
    by: (asks, userId, how) => asks.call(showMemberEmail, { params: { userId }, ...how }),
    expected: operators('200'),
  },
  {
    call: changeMemberEmail,
    prepare: fredsId,
    by: (asks, userId, how) =>
      asks.call(changeMemberEmail, { params: { userId }, body: { email: `fred${++addresses}@example.org` }, ...how }),
    expected: operators('200'),
  },
  {
    call: mailPasswordLink,
    prepare: fredsId,
    by: (asks, userId, how) => asks.call(mailPasswordLink, { params: { userId }, ...how }),
    expected: operators('200'),
  },
  {
    call: endMemberSessions,
    prepare: fredsId,
    by: (asks, userId, how) => asks.call(endMemberSessions, { params: { userId }, ...how }),
    expected: operators('200'),
  },
  {
    call: exportMember,
    prepare: fredsId,
    by: (asks, userId, how) => asks.call(exportMember, { params: { userId }, ...how }),
    expected: operators('200'),
  },
  {
    call: eraseMember,
    when: 'by another name',
    prepare: fredsId,
    by: (asks, userId, how) =>
      asks.call(eraseMember, { params: { userId }, body: { username: 'fritz', when: 'now' }, ...how }),
    expected: operators('422 username'),
  },
  {
    call: downloadAccount,
    prepare: exportLink,
    by: (asks, token, how) => asks.call(downloadAccount, { query: { token }, ...how }),
    expected: everyone('200'),
  },
  {
    call: downloadAccount,
    when: 'by a made-up link',
    by: (asks, _, how) => asks.call(downloadAccount, { query: { token: 'never-made' }, ...how }),
    expected: everyone('410 export.invalid'),
  },
  {
    call: exportBanned,
    by: (asks, _, how, __, caller) =>
      asks.call(exportBanned, { body: { identifier: callers[caller].name, password: goodPassword }, ...how }),
    expected: notBanned,
  },
  {
    call: eraseBanned,
    by: (asks, _, how, __, caller) =>
      asks.call(eraseBanned, { body: { identifier: callers[caller].name, password: goodPassword }, ...how }),
    expected: notBanned,
  },
];
