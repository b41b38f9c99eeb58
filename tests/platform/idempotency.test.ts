import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Collection, Db } from 'mongodb';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, errorAnswer, type SignedIn } from '#api/platform/http/kit.ts';
import { type IdempotencyRow, IdempotencyStore } from '#api/platform/idempotency-store.ts';
import { createLog } from '#api/platform/logs.ts';
import { isDuplicate } from '#api/platform/mongo.ts';
import { TestDatabase } from '#tests/kit/database.ts';

type Thing = { _id: string; owner: string };
const Wanted = v.object({ wanted: v.number() });
type Faults = { chance: number; injected: number };

let database: TestDatabase;
let clock = Date.now();
const faults: Faults = { chance: 0, injected: 0 };
const perilous = new Set(['insertOne', 'updateOne', 'findOne', 'deleteOne']);

/** A collection whose calls fail at random before or after their effect, as with a broken connection. */
function perilousCollection<T extends object>(collection: Collection<T>): Collection<T> {
  return new Proxy(collection, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (!perilous.has(String(name))) return value.bind(target);
      return async (...args: unknown[]) => {
        const breaks = Math.random() < faults.chance;
        if (breaks) faults.injected++;
        if (breaks && Math.random() < 0.5) throw new Error('connection lost before');
        const result: unknown = await value.apply(target, args);
        if (breaks) throw new Error('connection lost after');
        return result;
      };
    },
  });
}

function createApp(db: Db) {
  let runs = 0;
  const perilousDb = { collection: (name: string) => perilousCollection(db.collection(name)) } as unknown as Db;
  const things = perilousCollection(db.collection<Thing>('things'));
  const idempotency = new IdempotencyStore(perilousDb, () => new Date(clock));
  const app = new Hono<SignedIn>();
  app.onError(errorAnswer);
  app.use(async (c, next) => {
    c.set('log', createLog({ level: 'silent' }));
    c.set('user', { id: c.req.header('x-user') ?? 'ann', username: 'ann', avatar: '' });
    await next();
  });
  app.post('/things/:id', idempotency.once, bodyOf({ body: Wanted }), async (c) => {
    runs++;
    const { wanted } = c.req.valid('json');
    if (wanted !== 201) return c.json({ wanted }, wanted as 422);
    const row = { _id: c.req.param('id'), owner: c.var.user.id };
    try {
      await things.insertOne(row);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    return c.json({ id: row._id }, 201);
  });
  app.put('/photos/:id', idempotency.onceByDigest, async (c) =>
    c.json({ size: (await c.req.arrayBuffer()).byteLength }),
  );
  app.post('/notes/:id', idempotency.once, bodyOf({ body: v.object({ text: v.string() }) }), async (c) =>
    c.json({ text: c.req.valid('json').text }),
  );
  const pages = new Map<string, { text: string; version: number }>();
  app.put(
    '/pages/:id',
    idempotency.onceWithAgain(async (c) => c.json(pages.get(c.req.param('id') ?? '') ?? null)),
    bodyOf({ body: v.object({ text: v.string() }) }),
    async (c) => {
      runs++;
      const { id } = c.req.param();
      const page = { text: c.req.valid('json').text, version: (pages.get(id)?.version ?? 0) + 1 };
      pages.set(id, page);
      return c.json(page);
    },
  );
  return { app, idempotency, runs: () => runs };
}

let site: ReturnType<typeof createApp>;
beforeAll(async () => {
  database = await TestDatabase.open();
  site = createApp(database.db);
  await site.idempotency.createIndexes();
});
afterAll(() => database.close());

const send = (id: string, key: string, wanted = 201, user = 'ann') =>
  site.app.request(`/things/${id}`, {
    method: 'POST',
    headers: { 'Idempotency-Key': key, 'Content-Type': 'application/json', 'X-User': user },
    body: JSON.stringify({ wanted }),
  });

describe('a write with an idempotency key', () => {
  test('that arrives again gets the same reply and does not run again', async () => {
    const [id, key, before] = [randomUUID(), randomUUID(), site.runs()];
    const first = await send(id, key);
    const second = await send(id, key);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers.get('Idempotency-Replayed')).toBe('true');
    expect(await second.json()).toEqual(await first.json());
    expect(site.runs() - before).toBe(1);
  });

  test('used for another request is refused', async () => {
    const key = randomUUID();
    await send(randomUUID(), key);
    expect((await send(randomUUID(), key)).status).toBe(422);
  });

  test("of one member is independent of another's", async () => {
    const key = randomUUID();
    await send(randomUUID(), key);
    expect((await send(randomUUID(), key, 201, 'bob')).status).toBe(201);
  });

  test('that is malformed is refused', async () => {
    expect((await send(randomUUID(), 'short')).status).toBe(400);
  });

  test('ten times concurrently has one effect; the others are told to retry', async () => {
    const [id, key] = [randomUUID(), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(id, key)));
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    for (const answer of answers) if (answer.status === 409) expect(answer.headers.get('Retry-After')).toBe('2');
    expect(await database.db.collection<Thing>('things').countDocuments({ _id: id })).toBe(1);
  });

  test('refused before runs again', async () => {
    const [id, key] = [randomUUID(), randomUUID()];
    const before = site.runs();
    expect((await send(id, key, 422)).status).toBe(422);
    expect((await send(id, key, 422)).status).toBe(422);
    expect(site.runs() - before).toBe(2);
  });

  test('whose process died is taken over when its lease expires, or at once after a restart', async () => {
    const rows = database.db.collection<{ _id: string; state: string; leaseEnds: Date }>('receipts');
    const [id, key] = [randomUUID(), randomUUID()];
    const dies = async () => {
      await send(id, key);
      const leaseEnds = new Date(clock + 30_000);
      await rows.updateOne({ _id: `ann:${key}` }, { $set: { state: 'running', leaseEnds }, $unset: { answer: '' } });
    };
    await dies();
    expect((await send(id, key)).status).toBe(409);
    clock += 31_000;
    expect((await send(id, key)).status).toBe(201);
    await dies();
    await site.idempotency.releaseAll();
    expect((await send(id, key)).status).toBe(201);
  });
});

test('identifies a photo by its digest, and the handler still gets its bytes', async () => {
  const bytes = new Uint8Array(300_000);
  const put = (digest: string, key: string) =>
    site.app.request('/photos/1', {
      method: 'PUT',
      headers: { 'Idempotency-Key': key, 'Content-Digest': digest },
      body: bytes,
    });
  const key = randomUUID();
  expect(await (await put('sha-256=:a:', key)).json()).toEqual({ size: bytes.length });
  expect((await put('sha-256=:a:', key)).headers.get('Idempotency-Replayed')).toBe('true');
  expect((await put('sha-256=:b:', key)).status).toBe(422);
});

test('identifies a body by its content, whatever digest the client claims', async () => {
  const write = (text: string, key: string) =>
    site.app.request('/notes/1', {
      method: 'POST',
      headers: { 'Idempotency-Key': key, 'Content-Type': 'application/json', 'Content-Digest': 'sha-256=:a:' },
      body: JSON.stringify({ text }),
    });
  const key = randomUUID();
  expect(await (await write('one', key)).json()).toEqual({ text: 'one' });
  const other = await write('two', key);
  expect(await other.json()).toMatchObject({ error: { code: 'key_reused' } });
  expect((await write('one', key)).headers.get('Idempotency-Replayed')).toBe('true');
});

describe('the stored records of writes', () => {
  const rows = () => database.db.collection<{ _id: string; answer?: unknown }>('receipts');
  const ofMember = (user: string) => rows().countDocuments({ _id: { $gt: `${user}:`, $lt: `${user};` } });

  test('contain no large reply: a repeated write runs once, and returns the current state', async () => {
    const write = async (text: string, key: string) => {
      const response = await site.app.request('/pages/1', {
        method: 'PUT',
        headers: { 'Idempotency-Key': key, 'Content-Type': 'application/json', 'X-User': 'pat' },
        body: JSON.stringify({ text }),
      });
      return { replayed: response.headers.get('Idempotency-Replayed'), answer: await response.json() };
    };
    const [first, second, before] = [randomUUID(), randomUUID(), site.runs()];
    const long = 'x'.repeat(100_000);
    expect(await write(long, first)).toEqual({ replayed: null, answer: { text: long, version: 1 } });
    expect(await write(long, first)).toEqual({ replayed: 'true', answer: { text: long, version: 1 } });
    expect((await rows().findOne({ _id: `pat:${first}` }))?.answer).toBeUndefined();
    // A repeated write does not overwrite a newer change.
    await write('newer', second);
    expect(await write(long, first)).toEqual({ replayed: 'true', answer: { text: 'newer', version: 2 } });
    expect(site.runs() - before).toBe(2);
    expect((await write('another', first)).answer).toMatchObject({ error: { code: 'key_reused' } });
  });

  test('are the latest thousand of one member, whatever others write', async () => {
    const old = (user: string, n: number) => ({
      ...{ _id: `${user}:old-${n}`, fingerprint: '', state: 'done' as const, owner: '', leaseEnds: new Date() },
      expiresAt: new Date(clock + n),
    });
    for (const user of ['max', 'may'])
      await database.db
        .collection<IdempotencyRow>('receipts')
        .insertMany(Array.from({ length: 1500 }, (_, n) => old(user, n)));
    const keys = Array.from({ length: 100 }, () => randomUUID());
    for (const key of keys) await send(randomUUID(), key, 201, 'max');
    expect(await ofMember('max')).toBe(1001);
    expect(await rows().countDocuments({ _id: { $in: keys.map((key) => `max:${key}`) } })).toBe(100);
    expect(await rows().findOne({ _id: 'max:old-598' })).toBeNull();
    expect(await ofMember('may')).toBe(1500);
  });
});

test('600 creates with randomly broken connections have exactly one effect each', async () => {
  const things = database.db.collection<Thing>('things');
  const ids = Array.from({ length: 600 }, () => `run-${randomUUID()}`);
  faults.chance = 0.25;
  for (const id of ids) {
    const key = randomUUID();
    let status = 0;
    for (let attempt = 0; attempt < 60 && status !== 201; attempt++) {
      status = (await send(id, key)).status;
      expect([201, 409, 500]).toContain(status);
      clock += 31_000;
    }
    expect(status).toBe(201);
  }
  faults.chance = 0;
  expect(faults.injected).toBeGreaterThan(500);
  expect(await things.countDocuments({ _id: { $in: ids } })).toBe(600);
});
