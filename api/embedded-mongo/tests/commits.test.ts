import { readFileSync, rmSync } from 'node:fs';
import { connect, Socket } from 'node:net';
import { join } from 'node:path';
import { serialize } from 'bson';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Framer } from '../server/framer.ts';
import { EmbeddedServer } from '../server/server.ts';
import { Store } from '../store/store.ts';
import { temporaryFolder } from './kit.ts';

let folder: string;
let server: EmbeddedServer;
let client: Socket;

beforeEach(async () => {
  folder = temporaryFolder();
  server = new EmbeddedServer({ file: join(folder, 'data.db') });
  const path = join(folder, 'db.sock');
  await server.listen({ path });
  client = connect(path);
  await send([{ create: 'rows' }]);
});
afterEach(async () => {
  vi.restoreAllMocks();
  client.destroy();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Encodes a command as OP_MSG. */
function message(command: Record<string, unknown>): Buffer {
  const body = serialize({ ...command, $db: 't' });
  const out = Buffer.alloc(21 + body.length);
  out.writeInt32LE(out.length, 0);
  out.writeInt32LE(2013, 12);
  out.set(body, 21);
  return out;
}

/** Sends commands in one write, and waits for as many replies. */
function send(commands: Record<string, unknown>[]): Promise<void> {
  const framer = new Framer(1 << 20);
  let left = commands.length;
  return new Promise((resolve) => {
    const read = (chunk: Buffer): void => {
      left -= [...framer.push(chunk)].length;
      if (left > 0) return;
      client.off('data', read);
      resolve();
    };
    client.on('data', read);
    client.write(Buffer.concat(commands.map(message)));
  });
}

/** Counts the transactions in the log on disk: the last frame of each holds the size of the file in pages. */
function commits(): number {
  const log = readFileSync(join(folder, 'data.db-wal'));
  const frameBytes = 24 + log.readUInt32BE(8);
  let count = 0;
  for (let at = 32; at + frameBytes <= log.length; at += frameBytes) {
    const isOfThisLog = log.subarray(at + 8, at + 16).equals(log.subarray(16, 24));
    if (isOfThisLog && log.readUInt32BE(at + 4) > 0) count++;
  }
  return count;
}

const insert = (_id: number) => ({ insert: 'rows', documents: [{ _id }] });

test('commands that arrive together share one commit', async () => {
  const before = commits();
  await send(Array.from({ length: 50 }, (_, i) => insert(i)));
  expect(commits() - before).toBe(1);
});

test('commands that arrive one after the other have one each, and reads none', async () => {
  const before = commits();
  for (let i = 0; i < 5; i++) await send([insert(i)]);
  for (let i = 0; i < 5; i++) await send([{ find: 'rows' }]);
  expect(commits() - before).toBe(5);
});

test('no answer is sent before its commit is in the log', async () => {
  const before = commits();
  const seen: number[] = [];
  const write = Socket.prototype.write;
  vi.spyOn(Socket.prototype, 'write').mockImplementation(function (this: Socket, ...given: unknown[]) {
    if (this !== client) seen.push(commits() - before);
    return write.apply(this, given as Parameters<typeof write>);
  });
  await send(Array.from({ length: 10 }, (_, i) => insert(i)));
  await send([insert(10)]);
  expect(seen).toEqual([...Array.from({ length: 10 }, () => 1), 2]);
});

test('a commit waits for the disk, unless a test wants none of that', async () => {
  const waits = (store: Store): unknown => store.sqlite.prepare('PRAGMA synchronous').get();
  const full = new Store(join(folder, 'full.db'));
  expect(waits(full)).toEqual({ synchronous: 2 });
  full.close();
  const normal = new Store(join(folder, 'normal.db'), 'NORMAL');
  expect(waits(normal)).toEqual({ synchronous: 1 });
  normal.close();
});
