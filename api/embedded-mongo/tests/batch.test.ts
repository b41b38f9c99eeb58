import { rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { serialize } from 'bson';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Reply } from '../commands/cursors.ts';
import { Engine, type Request } from '../commands/engine.ts';
import { answerBatch, goOn } from '../server/batch.ts';
import { Queue } from '../server/queue.ts';
import { Store } from '../store/store.ts';
import { temporaryFolder } from './kit.ts';

let folder: string;
let store: Store;
let engine: Engine;
beforeEach(() => {
  // With the clock stopped, no command yields.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  folder = temporaryFolder();
  store = new Store(join(folder, 'data.db'), 'NORMAL');
  engine = new Engine(store, () => 0);
});
afterEach(() => {
  vi.restoreAllMocks();
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const command = (fields: Record<string, unknown>): Request => {
  const whole = { ...fields, $db: 't' };
  return { command: whole, typed: () => whole };
};
const insert = (...docs: Record<string, unknown>[]): Request =>
  command({ insert: 'rows', documents: docs.map((doc) => Buffer.from(serialize(doc))) });
const answer = (...requests: Request[]): Reply[] =>
  answerBatch(store, engine, requests).map((outcome) => {
    if ('running' in outcome) throw new Error('nothing here takes long');
    return outcome.reply;
  });
const row = (_id: number, bytes: number) => ({ _id, n: _id, pad: 'x'.repeat(bytes) });
const ids = (): unknown[] => [...(store.find('t', 'rows')?.read.all() ?? [])].map(({ id }) => id);

/** Leaves the file no room but for a few pages. */
function fillDisk(): void {
  const [pages] = Object.values(store.sqlite.prepare('PRAGMA page_count').get() ?? {});
  store.sqlite.exec(`PRAGMA max_page_count = ${Number(pages) + 20}`);
}

test('a write that finds no room is refused alone, and leaves nothing', () => {
  const indexes = [{ key: { n: 1 }, name: 'n' }];
  answer(insert(row(1, 10)), command({ createIndexes: 'rows', indexes }));
  fillDisk();
  const replies = answer(insert(row(2, 10)), insert(row(3, 10), row(4, 500_000)), insert(row(5, 10)));
  expect(replies).toMatchObject([
    { n: 1, ok: 1 },
    { ok: 0, code: 14031 },
    { n: 1, ok: 1 },
  ]);
  expect(ids()).toHaveLength(3);
  const { entries } = store.sqlite.prepare('SELECT count(*) AS entries FROM entries').get() ?? {};
  expect(entries).toBe(3);
});

test('what only reads is answered before the disk is waited for, but not before what its own client wrote', () => {
  answer(insert(row(1, 10)));
  const [writer, reader, both] = [new Socket(), new Socket(), new Socket()];
  const reported: string[] = [];
  const names = new Map([
    [writer, 'writer'],
    [reader, 'reader'],
    [both, 'both'],
  ]);
  const commit = vi.spyOn(store, 'transaction');
  const queue = new Queue(store, engine, ({ socket }, reply) => {
    const { n } = reply as { n?: unknown };
    reported.push(`${names.get(socket)} ${Number(n)} after ${commit.mock.calls.length}`);
  });
  const count = command({ count: 'rows' });
  const send = (socket: Socket, request: Request) =>
    queue.add({ socket, bytes: 1, message: { ...request, id: 1, legacy: false, silent: false } });
  send(writer, insert(row(2, 10), row(3, 10)));
  send(both, count);
  send(both, insert(row(4, 10)));
  send(both, count);
  send(reader, count);
  queue.finish();
  expect(reported).toEqual([
    ...['both 1 after 1', 'reader 1 after 1'],
    ...['writer 2 after 2', 'both 1 after 2', 'both 4 after 2'],
  ]);
});

test('after a batch that failed, what one client sent is still done in its order', () => {
  answer(insert(row(1, 10), row(2, 10), row(3, 10)));
  fillDisk();
  const from = {};
  let now = 0;
  // From here on each clock reading advances it, so that a command of several statements yields.
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 20));
  const updates = [1, 2, 3].map((_id) => Buffer.from(serialize({ q: { _id }, u: { $set: { n: 7 } } })));
  const outcomes = answerBatch(store, engine, [
    insert(row(4, 500_000)),
    { ...command({ update: 'rows', updates }), from },
    { ...command({ count: 'rows', query: { n: 7 } }), from },
    { ...insert(row(5, 10)), from },
  ]);
  expect(outcomes[0]).toMatchObject({ reply: { ok: 0, code: 14031 } });
  for (const outcome of outcomes.slice(1)) expect(Object.keys(outcome)).toEqual(['running']);
  const running = outcomes.slice(1).flatMap((outcome) => ('running' in outcome ? [outcome.running] : []));
  const replies = running.map((one) => {
    for (;;) {
      const outcome = goOn(store, engine, one);
      if ('reply' in outcome) return outcome.reply;
    }
  });
  expect(replies).toMatchObject([{ n: 3, nModified: 3 }, { n: 3 }, { n: 1 }]);
});

test('a write that finds no room after it gave way says that it wrote before', () => {
  answer(insert(...[1, 2, 3].map((_id) => row(_id, 10))));
  fillDisk();
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 20));
  const set = (_id: number, pad: number) =>
    Buffer.from(serialize({ q: { _id }, u: { $set: { pad: 'y'.repeat(pad) } } }));
  const [first] = answerBatch(store, engine, [command({ update: 'rows', updates: [set(1, 20), set(2, 500_000)] })]);
  if (!first || 'reply' in first) throw new Error('it did not give way');
  let outcome: ReturnType<typeof goOn> = first;
  while ('running' in outcome) outcome = goOn(store, engine, outcome.running);
  expect(outcome.reply).toMatchObject({ code: 14031, errmsg: 'The disk is full: nothing more was written' });
  expect(store.find('t', 'rows')?.read.row(1)?.doc.length).toBeGreaterThan(45);
});

test('a cursor that was read beside a failing write is not read twice', () => {
  answer(insert(row(1, 10), row(2, 10), row(3, 10)));
  fillDisk();
  const shown = (reply: Reply | undefined): string => (reply as Buffer).toString('latin1');
  answer(command({ find: 'rows', batchSize: 1 }));
  const more = command({ getMore: 1, collection: 'rows', batchSize: 1 });
  const [second, refused] = answer(more, insert(row(4, 500_000)));
  expect(refused).toMatchObject({ ok: 0, code: 14031 });
  const [third] = answer(more);
  expect(shown(second)).not.toBe(shown(third));
  expect(shown(third)).toContain('xxxxxxxxxx');
});
