import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { refreshTokens } from '#contract/auth.ts';
import { getBike } from '#contract/bike-whole.ts';
import { apiBase, type Endpoint } from '#contract/endpoint.ts';
import { actingUserHeader, replayedHeader } from '#contract/envelope.ts';
import { downloadExport } from '#contract/export.ts';
import { newId } from '#contract/ids.ts';
import { refusal } from '#contract/may.ts';
import type { Answered, TestBrowser } from '#tests/kit/app.ts';
import { allCalls } from '#tests/kit/schemas.ts';
import { runsAll } from '#tests/run/tiers.ts';
import { type CallerName, callerNames, callers } from './callers.ts';
import { rows } from './rows.ts';
import { byStatuses, type CallOptions, type Row, Stage } from './stage.ts';

const templateOf = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}');
const nameOf = ({ method, path }: Endpoint) => `${method} ${templateOf(path)}`;
const titled = (some: readonly Row[]) =>
  some.map((row) => [[nameOf(row.call), row.when].filter(Boolean).join(', '), row] as const);
const unsafe = rows.filter(({ call }) => call.method !== 'GET');
const forMembers = rows.filter(({ expected }) => expected.visitor === '401 unauthenticated');

let stage: Stage;
let sessionsEnd = false;
beforeAll(async () => {
  stage = await Stage.open();
});
afterEach(async () => {
  if (sessionsEnd) await stage.reopen();
  sessionsEnd = false;
  await stage.clear();
});
afterAll(() => stage.app.close());

async function cookiesOf(row: Row, caller: CallerName): Promise<TestBrowser> {
  if (!row.ownSession) return stage.callers[caller].with(stage.app);
  sessionsEnd = true;
  return callers[caller].open(stage);
}

const send = (
  row: Row,
  caller: CallerName,
  asks: TestBrowser,
  thing: string,
  { headers, key }: Partial<CallOptions> = {},
) => row.by(asks, thing, { headers: { ...stage.network(), ...headers }, ...(key && { key }) }, stage, caller);

/** Describes a reply: its status, then the problem's code or the invalid fields. */
const saidBy = ({ status, answer }: Answered<unknown>) =>
  [status, answer.error?.code ?? Object.keys(answer.validation ?? {}).join(' ')].filter(Boolean).join(' ');

/** Returns the collections that have changed since. */
async function changedSince(before: Record<string, string>): Promise<string[]> {
  const after = await stage.snapshot();
  return Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
}

test('every API call has a row in the table, and every row is a call', async () => {
  const { paths } = (await (await stage.app.request(`${apiBase}/openapi.json`)).json()) as {
    paths: Record<string, object>;
  };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect([...new Set(rows.map(({ call }) => nameOf(call)))].sort()).toEqual(described.sort());
  expect((await allCalls()).map(nameOf).sort()).toEqual(described);
  const answering = stage.app.routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith(`${apiBase}/`));
  const undescribed = new Set(
    answering.map(({ method, path }) => `${method} ${templateOf(path.slice(apiBase.length))}`),
  );
  for (const name of described) expect(undescribed.delete(name)).toBe(true);
  expect([...undescribed]).toEqual(['GET /openapi.json']);
});

describe('each caller gets the expected reply, and a refused call changes nothing:', () => {
  test.each(titled(rows.flatMap(byStatuses)))('%s', async (_, row) => {
    const replies: [CallerName, string][] = [];
    let prepared: string | null = null;
    for (const caller of callerNames) {
      prepared ??= (await row.prepare?.(stage)) ?? '';
      const thing = prepared;
      const asks = await cookiesOf(row, caller);
      const before = await stage.snapshot();
      const answered = await send(row, caller, asks, thing);
      const { answer } = answered;
      // The session of a closed account ends when it is refreshed.
      const ends = row.call === refreshTokens ? ['sessions'] : [];
      // A member sees in their record that their data was downloaded.
      if (answer.successful && row.call === downloadExport) ends.push('securityEvents');
      if (!answer.successful || row.call.method === 'GET')
        expect([caller, (await changedSince(before)).filter((name) => !ends.includes(name))]).toEqual([caller, []]);
      else prepared = null;
      if (caller !== 'owner') expect(JSON.stringify(answer)).not.toContain('oskar@example.org');
      const seen = answer.successful && (await row.seen?.(answer.data, thing, stage));
      replies.push([caller, [saidBy(answered), seen].filter(Boolean).join(', ')]);
    }
    expect(Object.fromEntries(replies)).toEqual(row.expected);
  });
});

const elsewhere: Record<string, Record<string, string>> = {
  "another site's page": { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://elsewhere.example' },
  'a neighbour under the same domain': { 'Sec-Fetch-Site': 'same-site', Origin: 'http://shop.localhost' },
  'a page that claims our origin': { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://localhost' },
  'a typed address': { 'Sec-Fetch-Site': 'none' },
  'an old browser on another site': { 'Sec-Fetch-Site': '', Origin: 'https://elsewhere.example' },
  'an old browser on another port': { 'Sec-Fetch-Site': '', Origin: 'http://localhost:8080' },
  'a page without an origin': { 'Sec-Fetch-Site': '', Origin: 'null' },
  'a program that says nothing': { 'Sec-Fetch-Site': '' },
};
/** One function refuses them for all routes: the first tier asks it from each place once, and on each route from one. */
const placesOf = (row: Row) => Object.entries(elsewhere).slice(0, runsAll || row === unsafe[0] ? undefined : 1);

describe('writes are accepted from our own pages only:', () => {
  test.each(titled(unsafe))('%s', async (_, row) => {
    const thing = (await row.prepare?.(stage)) ?? '';
    const asks = await cookiesOf(row, 'owner');
    const before = await stage.snapshot();
    for (const [place, headers] of placesOf(row))
      expect(saidBy(await send(row, 'owner', asks, thing, { headers })), place).toBe('403 cross_origin');
    expect(await changedSince(before)).toEqual([]);
    const headers = { 'Sec-Fetch-Site': '', Origin: 'http://localhost' };
    expect(saidBy(await send(row, 'owner', asks, thing, { headers }))).toBe(row.expected.owner.split(',')[0]);
  });
});

describe('a request made for another member on the same device is refused:', () => {
  test.each(titled(forMembers))('%s', async (_, row) => {
    const owner = await stage.app.db.collection('users').findOne({ username: callers.owner.name });
    const thing = (await row.prepare?.(stage)) ?? '';
    const asks = await cookiesOf(row, 'member');
    const before = await stage.snapshot();
    const headers = { [actingUserHeader]: String(owner?._id) };
    expect(saidBy(await send(row, 'member', asks, thing, { headers }))).toBe('409 wrong_user');
    expect(await changedSince(before)).toEqual([]);
  });
});

describe("another member's idempotency key gives no access:", () => {
  test.each(titled(unsafe.filter((row) => forMembers.includes(row))))('%s', async (_, row) => {
    const thing = (await row.prepare?.(stage)) ?? '';
    const key = newId();
    await send(row, 'owner', await cookiesOf(row, 'owner'), thing, { key });
    const again = await send(row, 'member', await cookiesOf(row, 'member'), thing, { key });
    expect([again.headers.get(replayedHeader), saidBy(again)]).not.toEqual(['true', expect.anything()]);
    expect(saidBy(again)).not.toContain('key_reused');
  });
});

describe('a member suspended from posting can do everything that is no posting:', () => {
  afterEach(() => stage.change(callers.owner.name, { held: false }));
  const writing = (runsAll ? rows.flatMap(byStatuses) : rows).filter((row) =>
    unsafe.some(({ call }) => call === row.call),
  );
  test.each(titled(writing))('%s', async (_, row) => {
    const thing = (await row.prepare?.(stage)) ?? '';
    const asks = await cookiesOf(row, 'owner');
    await stage.change(callers.owner.name, { held: true });
    const said = saidBy(await send(row, 'owner', asks, thing));
    expect(said).toBe(row.isPosting ? '403 posting.held' : row.expected.owner.split(',')[0]);
  });
});

test("the page's rules and the API agree", async () => {
  const params = { bikeId: await stage.bike() };
  const bike = (await stage.callers.visitor.call(getBike, { params })).answer.data;
  const idOf = async (username: string) => String((await stage.app.db.collection('users').findOne({ username }))?._id);
  const refusals = (viewer: { id: string } | null) =>
    (['bike.see', 'bike.replace', 'bike.like', 'bike.unlike', 'bike.favorite', 'bike.comment'] as const).map((action) =>
      refusal(action, viewer, bike),
    );
  const loggedOut = 'unauthenticated';
  expect(refusals(null)).toEqual([null, loggedOut, loggedOut, loggedOut, loggedOut, loggedOut]);
  expect(refusals({ id: await idOf('oskar') })).toEqual([null, null, 'like.own', null, 'favorite.own', null]);
  expect(refusals({ id: await idOf('mira') })).toEqual([null, 'bike.exists', null, null, null, null]);
});
