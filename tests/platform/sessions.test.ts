import { hkdfSync, randomUUID } from 'node:crypto';
import { verify } from 'hono/jwt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SessionUser } from '#api/platform/sessions/adapter.ts';
import { type Bearers, graceMs, lateMs, rotateAfterMs, Sessions } from '#api/platform/sessions/sessions.ts';
import { SigningKeys } from '#api/platform/signing-keys.ts';
import { TestDatabase } from '#tests/kit/database.ts';

const hour = 3_600_000;
const key = 'k'.repeat(40);
/** The key that verifies access tokens as JSON Web Tokens. */
const accessKey = Buffer.from(hkdfSync('sha256', key, '', 'access-v1', 32)).toString('hex');
let database: TestDatabase;
let sessions: Sessions;
let ann: SessionUser;
const users = new Map<string, SessionUser>();
const findUser = async (id: string) => users.get(id) ?? null;
const now = () => new Date();
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

beforeAll(async () => {
  database = await TestDatabase.open();
  sessions = new Sessions({ db: database.db, keys: new SigningKeys([key]), now, findUser });
  await sessions.createIndexes();
});
afterAll(() => database.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  ann = {
    id: randomUUID(),
    username: 'ann',
    avatar: '',
    authEpoch: 0,
    active: true,
    operator: false,
    moderator: false,
    postingSuspended: false,
    newUntil: null,
  };
  users.set(ann.id, ann);
});
afterEach(() => {
  vi.useRealTimers();
});

async function refreshed(token: string): Promise<Bearers> {
  const result = await sessions.refresh(token);
  if ('refused' in result) throw new Error(`refused: ${result.refused}`);
  return result.bearers;
}

describe('refreshing', () => {
  test('gives twenty concurrent tabs the same successor', async () => {
    const { refresh } = await sessions.login(ann);
    pass(rotateAfterMs);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refreshed(refresh)));
    expect(new Set(answers.map((answer) => answer.refresh)).size).toBe(1);
    expect(answers[0]?.refresh).not.toBe(refresh);
  });

  test('changes a token at most every five minutes', async () => {
    const { refresh } = await sessions.login(ann);
    pass(rotateAfterMs - 1000);
    expect((await refreshed(refresh)).refresh).toBe(refresh);
  });

  test('accepts the previous token for a minute, and for requests in progress when it was last answered', async () => {
    const { refresh } = await sessions.login(ann);
    pass(rotateAfterMs);
    const next = await refreshed(refresh);
    await refreshed(next.refresh);
    pass(graceMs);
    expect((await refreshed(refresh)).refresh).toBe(next.refresh);
    pass(lateMs);
    expect((await refreshed(refresh)).refresh).toBe(next.refresh);
    pass(1000);
    expect(await sessions.refresh(refresh)).toEqual({ refused: 'theft' });
  });

  test("with a late request does not replace the device's newer token", async () => {
    const { refresh } = await sessions.login(ann);
    pass(rotateAfterMs);
    await refreshed(refresh);
    pass(graceMs - 5000);
    const got = await refreshed(refresh);
    pass(20_000);
    await refreshed(refresh);
    pass(20 * hour);
    expect((await refreshed(got.refresh)).refresh).not.toBe(got.refresh);
  });

  test("with two late requests does not replace the device's newest token", async () => {
    const { refresh } = await sessions.login(ann);
    pass(rotateAfterMs);
    await refreshed(refresh);
    pass(graceMs - 20_000);
    await refreshed(refresh);
    pass(32_000);
    const got = await refreshed(refresh);
    pass(15_000);
    await refreshed(refresh);
    pass(20 * hour);
    expect((await refreshed(got.refresh)).refresh).not.toBe(got.refresh);
  });

  test("stops extending the previous token's time once the successor was used", async () => {
    const { refresh } = await sessions.login(ann);
    pass(rotateAfterMs);
    const next = await refreshed(refresh);
    pass(graceMs);
    await refreshed(refresh);
    await refreshed(next.refresh);
    pass(lateMs);
    await refreshed(refresh);
    pass(1000);
    expect(await sessions.refresh(refresh)).toEqual({ refused: 'theft' });
  });

  test('with the old token works hours after a lost reply, and the lost one is then theft', async () => {
    const { refresh } = await sessions.login(ann);
    pass(rotateAfterMs);
    const lost = await refreshed(refresh);
    pass(3 * hour);
    const replaced = await refreshed(refresh);
    expect(replaced.refresh).not.toBe(lost.refresh);
    expect(await sessions.refresh(lost.refresh)).toEqual({ refused: 'theft' });
    expect(await sessions.refresh(replaced.refresh)).toEqual({ refused: 'gone' });
  });

  test('with a stolen token after two changes ends the session', async () => {
    const first = await sessions.login(ann);
    pass(rotateAfterMs);
    const second = await refreshed(first.refresh);
    pass(rotateAfterMs);
    const third = await refreshed(second.refresh);
    expect(await sessions.refresh(first.refresh)).toEqual({ refused: 'theft' });
    expect(await sessions.refresh(third.refresh)).toEqual({ refused: 'gone' });
    expect(await sessions.userOf(third.access)).toBeNull();
  });

  test('refuses forged and truncated tokens, without ending the session', async () => {
    const { refresh } = await sessions.login(ann);
    for (const token of [undefined, '', `${refresh}x`, refresh.slice(1), refresh.replace('.0.', '.1.'), 'a.b.c']) {
      expect(await sessions.refresh(token)).toEqual({ refused: 'invalid' });
    }
    expect((await refreshed(refresh)).refresh).toBe(refresh);
  });

  test('is refused for a closed account', async () => {
    const { refresh } = await sessions.login(ann);
    ann.active = false;
    expect(await sessions.refresh(refresh)).toEqual({ refused: 'inactive', userId: ann.id });
  });

  test('names a closed account to its sessions until they expire, even with a raised epoch', async () => {
    const { access, refresh } = await sessions.login(ann);
    Object.assign(ann, { active: false, authEpoch: ann.authEpoch + 1 });
    expect(await sessions.userOf(access)).toBeNull();
    for (let twice = 0; twice < 2; twice++)
      expect(await sessions.refresh(refresh)).toEqual({ refused: 'inactive', userId: ann.id });
    ann.active = true;
    expect(await sessions.refresh(refresh)).toEqual({ refused: 'gone' });
  });
});

describe('the access token', () => {
  test('is valid for ten minutes and only while its session lives', async () => {
    const { access, refresh } = await sessions.login(ann);
    expect(await sessions.userOf(access)).toMatchObject({ id: ann.id, username: 'ann' });
    pass(10 * 60_000 + 1000);
    expect(await sessions.userOf(access)).toBeNull();
    const next = await refreshed(refresh);
    await sessions.signOut({ refresh: next.refresh });
    expect(await sessions.userOf(next.access)).toBeNull();
  });

  test('is invalid when changed, or when it is another kind of token', async () => {
    const { access } = await sessions.login(ann);
    const [head = '', claims = '', signature = ''] = access.split('.');
    const written = (fields: Record<string, unknown>) => Buffer.from(JSON.stringify(fields)).toString('base64url');
    const said = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const forged = [
      ...[`${head}.${written({ ...said, exp: said.exp + 60 })}.${signature}`, `${head}.${claims}.`],
      ...[`${head}.${claims}.${'A'.repeat(43)}`, `${head}.${claims}`, `${access}.x`, `${access}=`, '', 'x.y.z'],
      ...[`${written({ alg: 'none', typ: 'JWT' })}.${claims}.`, `${written({ alg: 'none' })}.${claims}.${signature}`],
      `${written({ typ: 'JWT', alg: 'HS256' })}.${claims}.${signature}`,
    ];
    for (const token of forged) expect(await sessions.userOf(token)).toBeNull();
    expect(await verify(access, accessKey, 'HS256')).toEqual(said);
    expect(await sessions.userOf(access)).toMatchObject({ id: ann.id });
  });

  test('extends a session that has used half of its time', async () => {
    const { access } = await sessions.login(ann);
    const rows = database.db.collection('sessions');
    const expiresAt = new Date(Date.now() + 29 * 24 * hour);
    await rows.updateOne({ userId: ann.id }, { $set: { expiresAt } });
    expect(await sessions.userOf(access)).toMatchObject({ id: ann.id });
    expect((await rows.findOne({ userId: ann.id }))?.expiresAt).toEqual(new Date(Date.now() + 60 * 24 * hour));
    await rows.updateOne({ userId: ann.id }, { $set: { expiresAt: new Date(Date.now() - 1) } });
    expect(await sessions.userOf(access)).toBeNull();
  });

  test('ends its session by itself, where the refresh token is lost', async () => {
    const { access, refresh } = await sessions.login(ann);
    await sessions.signOut({ access });
    expect(await sessions.userOf(access)).toBeNull();
    expect(await sessions.refresh(refresh)).toEqual({ refused: 'gone' });
  });

  test('raising the epoch ends every session, even one of a log-in that raced with it', async () => {
    const before = await sessions.login(ann);
    const stale = { ...ann };
    ann.authEpoch++;
    const racing = await sessions.login(stale);
    for (const { access, refresh } of [before, racing]) {
      expect(await sessions.userOf(access)).toBeNull();
      expect(await sessions.refresh(refresh)).toEqual({ refused: 'gone' });
    }
    const after = await sessions.login(ann);
    expect(await sessions.userOf(after.access)).toMatchObject({ id: ann.id });
  });
});

describe('a session spared by a raised epoch', () => {
  /** Raises the epoch as a password change does. */
  async function raise(spared: Bearers | null): Promise<void> {
    const session = spared && (await sessions.find(spared.access))?.session;
    ann.authEpoch++;
    if (session) ann.spared = { sessionId: session.id, epoch: ann.authEpoch };
  }

  test('continues with its refresh token only', async () => {
    const [here, there] = [await sessions.login(ann), await sessions.login(ann)];
    const stale = { ...ann };
    await raise(here);
    const racing = await sessions.login(stale);
    for (const { access, refresh } of [there, racing]) {
      expect(await sessions.userOf(access)).toBeNull();
      expect(await sessions.refresh(refresh)).toEqual({ refused: 'gone' });
    }
    expect(await sessions.userOf(here.access)).toBeNull();
    const next = await refreshed(here.refresh);
    expect(await sessions.userOf(next.access)).toMatchObject({ id: ann.id });
    expect(JSON.stringify(await sessions.find(next.access))).toContain('"epoch":1');
  });

  test('is ended by the next raise that does not spare it', async () => {
    for (const other of [false, true]) {
      const here = await sessions.login(ann);
      await raise(here);
      const there = await sessions.login(ann);
      await raise(other ? there : null);
      expect(await sessions.refresh(here.refresh)).toEqual({ refused: 'gone' });
      expect('bearers' in (await sessions.refresh(there.refresh))).toBe(other);
    }
  });

  test('stays although two raises happened while it was read', async () => {
    const here = await sessions.login(ann);
    const { refresh } = here;
    const id = refresh.split('.')[0] ?? '';
    ann.authEpoch = 2;
    ann.spared = { sessionId: id, epoch: 2 };
    expect(await sessions.userOf((await refreshed(refresh)).access)).toMatchObject({ id: ann.id });
  });

  test('still detects a stolen copy of its token', async () => {
    const here = await sessions.login(ann);
    await raise(here);
    pass(rotateAfterMs);
    const second = await refreshed(here.refresh);
    pass(rotateAfterMs);
    const third = await refreshed(second.refresh);
    expect(await sessions.refresh(here.refresh)).toEqual({ refused: 'theft' });
    expect(await sessions.refresh(third.refresh)).toEqual({ refused: 'gone' });
  });
});

test('after a key change old tokens work as long as the old key is listed', async () => {
  const { refresh, access } = await sessions.login(ann);
  const rotated = new Sessions({ db: database.db, keys: new SigningKeys(['n'.repeat(40), key]), now, findUser });
  expect(await rotated.userOf(access)).toMatchObject({ id: ann.id });
  expect(await rotated.refresh(refresh)).toHaveProperty('bearers');
  const forgotten = new Sessions({ db: database.db, keys: new SigningKeys(['n'.repeat(40)]), now, findUser });
  expect(await forgotten.userOf(access)).toBeNull();
  expect(await forgotten.refresh(refresh)).toEqual({ refused: 'invalid' });
});
