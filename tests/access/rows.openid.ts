import { OpenIdFlowStore } from '#api/features/accounts/accounts.openid.flows.store.ts';
import { OpenIdLinkStore } from '#api/features/accounts/accounts.openid.links.store.ts';
import { newId } from '#contract/ids.ts';
import {
  beginLinking,
  beginOpenId,
  enterByOpenId,
  joinByOpenId,
  linkAccount,
  listLinkedAccounts,
  openIdCallback,
  restoreByOpenId,
  unlinkAccount,
} from '#contract/openid.ts';
import { goodPassword, type TestBrowser } from '#tests/kit/app.ts';
import { everyone, members } from './callers.ts';
import type { Row, Stage } from './stage.ts';

const holder = 'a-secret-of-the-browser';
const provider = 'Our club';
const issuer = 'https://id.club.example/';
let subjects = 0;

const idOf = async ({ app }: Stage, username: string) =>
  String((await app.db.collection('users').findOne({ username }))?._id);

/** Has a browser come back from a provider. @param fields of what it began @returns what it began */
async function returned({ app }: Stage, subject: string, fields: { userId?: string } = {}): Promise<string> {
  const flow = `flow-${newId()}`;
  const claims = { issuer, subject, provider, name: 'ann', names: [], verifiedEmail: null };
  const expiresAt = new Date(Date.now() + 60_000);
  await new OpenIdFlowStore(app.db).begin(flow, holder, { provider: 'club', claims, expiresAt, ...fields });
  return flow;
}
/** Links an account to the owner, the only one of this site; returns its id. */
async function linked(stage: Stage, subject = `subject-${++subjects}`): Promise<string> {
  await stage.app.db.collection('openIdLinks').deleteMany({});
  const identity = { issuer, subject, provider, name: 'ann' };
  const row = await new OpenIdLinkStore(stage.app.db).add(await idOf(stage, 'oskar'), identity, new Date());
  return row?._id ?? '';
}
/** A browser that came back as the owner. */
async function owner(stage: Stage): Promise<string> {
  const subject = `subject-${++subjects}`;
  await linked(stage, subject);
  return returned(stage, subject);
}
const stranger = (stage: Stage) => returned(stage, `subject-${++subjects}`);
const nothing = async () => 'never-begun';

/** Gives a browser the secret with which the log-in began. */
function holding(asks: TestBrowser): TestBrowser {
  asks.cookies.set('openid', holder);
  return asks;
}
const applicant = () => {
  const username = `elsewhere${++subjects}`;
  const answers = { terms: true as const, answer: '' };
  return { id: newId(), username, email: `${username}@example.org`, password: goodPassword, ...answers };
};
const countOf = async (_: unknown, id: string, { app }: Stage) =>
  `${await app.db.collection<{ _id: string }>('openIdLinks').countDocuments({ _id: id })} left`;

export const openIdRows: Row[] = [
  {
    call: beginOpenId,
    when: 'at a provider that the site does not have',
    by: (asks, _, how) => asks.call(beginOpenId, { params: { provider: 'club' }, body: {}, ...how }),
    expected: everyone('404 not_found'),
  },
  {
    call: openIdCallback,
    when: 'with a made-up state',
    by: (asks, _, how) =>
      asks.call(openIdCallback, { params: { provider: 'club' }, query: { state: 'x', code: 'y' }, ...how }),
    expected: everyone('303'),
  },
  ...([enterByOpenId, restoreByOpenId] as const).flatMap((call): Row[] => [
    {
      call,
      prepare: owner,
      by: (asks, flow, how) => holding(asks).call(call, { body: { flow }, ...how }),
      expected: everyone('200'),
      ownSession: true,
    },
    {
      call,
      when: 'that began in another browser',
      prepare: owner,
      by: (asks, flow, how) => asks.call(call, { body: { flow }, ...how }),
      expected: everyone('410 openid.late'),
    },
  ]),
  {
    call: joinByOpenId,
    prepare: stranger,
    by: (asks, flow, how) => holding(asks).call(joinByOpenId, { body: { flow, ...applicant() }, ...how }),
    expected: everyone('200'),
  },
  {
    call: joinByOpenId,
    when: 'that never began',
    prepare: nothing,
    by: (asks, flow, how) => holding(asks).call(joinByOpenId, { body: { flow, ...applicant() }, ...how }),
    expected: everyone('410 openid.late'),
  },
  {
    call: listLinkedAccounts,
    prepare: linked,
    by: (asks, _, how) => asks.call(listLinkedAccounts, how),
    seen: (list) => `${(list as { accounts: unknown[] }).accounts.length} linked`,
    expected: members('200, 0 linked', '200, 1 linked'),
  },
  {
    call: beginLinking,
    when: 'at a provider that the site does not have',
    by: (asks, _, how) => asks.call(beginLinking, { params: { provider: 'club' }, ...how }),
    expected: members('404 not_found'),
  },
  {
    call: linkAccount,
    when: 'that the owner began',
    prepare: async (stage) => returned(stage, `subject-${++subjects}`, { userId: await idOf(stage, 'oskar') }),
    by: (asks, flow, how) => holding(asks).call(linkAccount, { body: { flow }, ...how }),
    expected: members('410 openid.late', '200'),
  },
  {
    call: unlinkAccount,
    prepare: linked,
    by: (asks, linkId, how) => asks.call(unlinkAccount, { params: { linkId }, ...how }),
    seen: countOf,
    expected: members('200, 1 left', '200, 0 left'),
  },
];
