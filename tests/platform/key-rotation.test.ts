import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keys as keysCheck } from '#api/cli/doctor/keys.ts';
import { readSettings } from '#api/cli/doctor/settings.ts';
import { KeyRotation } from '#api/platform/key-rotation.ts';
import { createLog } from '#api/platform/logs.ts';
import { ConfigError } from '#api/platform/settings/config.ts';
import { SigningKeys } from '#api/platform/signing-keys.ts';
import { fingerprintOf, identityNames } from '#api/platform/site-identity.ts';
import { SiteMeta } from '#api/platform/site-meta.ts';
import { forgotPassword } from '#contract/accounts.ts';
import { getAuthUser, refreshTokens } from '#contract/auth.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { addressOf } from '#tests/kit/server.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { nightly } from '#tests/run/tiers.ts';

const minute = 60_000;
const [older, newer] = ['an older secret of this site with 46 letters', 'a newer secret of this site with 46 letters'];
const log = createLog({ level: 'silent' });

let database: TestDatabase;
beforeAll(async () => {
  database = await TestDatabase.open();
});
afterAll(() => database.close());

/** A process of the site, as far as keys are concerned. `signature` is equal if the same key signs. */
function processWith(secrets: string[], now: () => Date) {
  const keys = new SigningKeys(secrets);
  const rotation = new KeyRotation({ db: database.db, keys, dataDir: '', now, log });
  const purpose = keys.deriveFor('test');
  return { rotation, keys, signature: () => purpose.signing.toString('hex') };
}
const signatureOf = (secret: string) => new SigningKeys([secret]).deriveFor('test').signing.toString('hex');
/** Lets the site begin with the older key, as a first start does. */
async function signWithOlder(): Promise<void> {
  const meta = new SiteMeta(database.db);
  await meta.remove(identityNames.key);
  await meta.setIfMissing(identityNames.key, fingerprintOf(older));
}

test('members stay logged in, and strangers pass the challenge, while two processes get a new key and lose the old one', {
  tags: nightly,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headbadge-keys-'));
  const shared = await TestDatabase.open();
  const env = {
    MONGODB_URL: addressOf(shared.url, shared.db.databaseName),
    KEYS: older,
    TRUSTED_PROXIES: '127.0.0.1, ::1',
  };
  const first = await Site.start({ isAlone: true, folder, env });
  // Both have the origin that a proxy before them would have.
  const second = await Site.start({ isAlone: true, folder, env, origin: first.origin });
  const sites = [first, second];
  /** A client whose requests go to the processes in turns, and to another one while one is restarted. */
  const clientOf = (address: string): TestBrowser => {
    let turn = 0;
    const request = async (path: string, init?: RequestInit): Promise<Response> => {
      for (;;) {
        turn += 1;
        const answer = await fetch(`http://localhost:${sites[turn % 2]?.port}${path}`, init).catch(() => null);
        if (answer) return answer;
        await wait(10);
      }
    };
    return new TestBrowser({ request }, address);
  };
  const member = await joinSite(first, 'ann');
  const rider = clientOf('203.0.113.1');
  for (const [name, value] of member.cookies) rider.cookies.set(name, value);
  const refused = new Set<string>();
  const counts = { member: 0, stranger: 0 };
  let isOver = false;
  const riding = async () => {
    while (!isOver) {
      for (const call of [getAuthUser, refreshTokens, getAuthUser]) {
        const { status } = await rider.call(call);
        if (status !== 200) refused.add(`${call.path} ${status}`);
      }
      counts.member += 1;
    }
  };
  const visiting = async () => {
    while (!isOver) {
      // The proof of work is signed by one process, and checked by the other.
      const stranger = clientOf(`198.51.${counts.stranger >> 8}.${counts.stranger & 255}`);
      const { status } = await stranger.call(forgotPassword, { body: { email: `${counts.stranger}@example.org` } });
      if (status !== 200) refused.add(`${forgotPassword.path} ${status}`);
      counts.stranger += 1;
      await wait(50);
    }
  };
  const load = Promise.all([riding(), visiting()]);
  const restart = async (site: Site, KEYS: string) => {
    await site.stop();
    await site.start({ KEYS });
    const before = { ...counts };
    // The load has met this combination of keys several times.
    while (counts.member < before.member + 4 || counts.stranger < before.stranger + 4) await wait(10);
  };
  try {
    await restart(first, `${newer},${older}`);
    // A process that ends in the midst of it comes back with its old settings.
    await restart(second, older);
    await restart(second, `${newer},${older}`);
    await restart(first, `${newer},${older}`);
    await restart(first, newer);
    await restart(second, newer);
  } finally {
    isOver = true;
    await load;
    for (const site of sites) await site.close();
    await shared.close();
    await rm(folder, { recursive: true, force: true });
  }
  expect([...refused]).toEqual([]);
});

test('the newest key signs as soon as every running process knows it, also after one was killed', async () => {
  let time = Date.parse('2026-05-01T12:00:00Z');
  const now = () => new Date(time);
  await signWithOlder();
  const killed = processWith([older], now);
  const late = processWith([older], now);
  const early = processWith([newer, older], now);
  for (const { rotation } of [killed, late, early]) await rotation.join();
  expect(early.signature()).toBe(signatureOf(older));
  await late.rotation.leave();
  const restarted = processWith([newer, older], now);
  await restarted.rotation.join();
  // The one that was killed could still answer.
  expect(restarted.signature()).toBe(signatureOf(older));
  time += 4 * minute;
  for (const { rotation } of [early, restarted]) await rotation.follow();
  expect(early.signature()).toBe(signatureOf(older));
  time += 2 * minute;
  await early.rotation.follow();
  expect(early.signature()).toBe(signatureOf(newer));
  await restarted.rotation.follow();
  expect(restarted.signature()).toBe(signatureOf(newer));
  // It was only cut off from the database.
  await killed.rotation.follow();
  expect(killed.keys.isOutdated).toBe(true);
  const page = { database, now, signingKeys: killed.keys };
  const app = await TestApp.open({}, page);
  expect((await app.request('/readyz')).status).toBe(503);
  await app.close();
  await expect(processWith([older], now).rotation.join()).rejects.toBeInstanceOf(ConfigError);
  for (const { rotation } of [early, restarted]) await rotation.leave();
});

test('a process that starts while the key changes is either waited for or refused', async () => {
  for (let round = 0; round < 20; round++) {
    await signWithOlder();
    const now = () => new Date();
    const both = processWith([newer, older], now);
    const one = processWith([older], now);
    const [, outcome] = await Promise.allSettled([both.rotation.join(), one.rotation.join()]);
    await both.rotation.follow();
    expect(both.signature()).toBe(signatureOf(outcome?.status === 'fulfilled' ? older : newer));
    for (const { rotation } of [both, one]) await rotation.leave();
  }
});

test('the doctor tells which processes lack the newest key, and when the old one may go', async () => {
  const time = Date.now();
  const now = () => new Date(time);
  await signWithOlder();
  const slow = processWith([older], now);
  const quick = processWith([newer, older], now);
  for (const { rotation } of [slow, quick]) await rotation.join();
  const env = { KEYS: `${newer},${older}`, DATA_DIR: database.folder };
  const { config, hasKeys, isForeign } = readSettings(env);
  if (!config) throw new Error('The settings are wrong.');
  const opened = { ...database.mongo, embedded: false };
  const deployment = { env, config, hasKeys, isForeign, database: opened, mailTo: undefined };
  expect(await keysCheck.run(deployment)).toEqual([
    {
      state: 'warning',
      found: '1 of 2 running processes do not know the newest key of KEYS, so it does not sign yet.',
      fix: expect.stringContaining('one after the other'),
    },
  ]);
  await slow.rotation.leave();
  await quick.rotation.follow();
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  expect(await keysCheck.run(deployment)).toEqual([
    {
      state: 'ok',
      found: `2 keys; the newest one signs since ${dayOf(time)}; without the others nobody has to log in from ${dayOf(time + 60 * 86_400_000)} on.`,
    },
  ]);
  await quick.rotation.leave();
});
