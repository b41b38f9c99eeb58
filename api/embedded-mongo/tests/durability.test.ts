/** @module-tag nightly */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { expect, test } from 'vitest';
import { decode } from '../bson/codec.ts';
import { startEmbeddedMongo } from '../embedded.ts';
import { Index } from '../store/index.ts';
import { temporaryFolder } from './kit.ts';

/** Raise it by hand before a release. */
const kills = Number(process.env.EMBEDDED_MONGO_KILLS ?? 4);
const child = fileURLToPath(new URL('./kill-child.ts', import.meta.url));

/** The writes that a killed process had acknowledged. */
class Acknowledged {
  readonly inserted = new Set<number>();
  readonly deleted = new Set<number>();
  readonly counters = new Map<string, number>();

  read(output: string): void {
    // The last line may be incomplete.
    for (const line of output.split('\n').slice(0, -1)) {
      const [name = '', count] = line.split('=');
      if (count) this.counters.set(name, Math.max(this.counters.get(name) ?? 0, Number(count)));
      else if (line.startsWith('i')) this.inserted.add(Number(line.slice(1)));
      else if (line.startsWith('d')) this.deleted.add(Number(line.slice(1)));
    }
  }
}

/** Lets a process write, kills it, and returns its output. */
async function writeAndKill(folder: string, from: number): Promise<string> {
  const writer = spawn(process.execPath, [child, folder, String(from)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  let armed = false;
  writer.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
    if (armed || !output.includes('ready')) return;
    armed = true;
    setTimeout(() => writer.kill('SIGKILL'), 300 + Math.random() * 1200);
  });
  await once(writer, 'close');
  return output;
}

/** Checks that every index entry has a document with its key, and that no document lacks one. */
function assertEntries(folder: string): void {
  const sqlite = new DatabaseSync(join(folder, 'data.db'));
  expect(sqlite.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  for (const { id, collection, spec } of sqlite.prepare('SELECT id, collection, spec FROM indexes').all()) {
    const index = new Index(Number(id), decode(spec as Uint8Array), 0);
    const wanted = sqlite
      .prepare(`SELECT id, doc FROM docs_${collection}`)
      .all()
      .flatMap((row) =>
        index.keys(decode(row.doc as Uint8Array)).keys.map((key) => `${row.id} ${key.toString('hex')}`),
      );
    const entries = sqlite.prepare('SELECT doc, hex(key) AS key FROM entries WHERE ix = ?').all(id as number);
    const found = entries.map(({ doc, key }) => `${doc} ${String(key).toLowerCase()}`);
    expect(found.sort()).toEqual(wanted.sort());
  }
  sqlite.close();
}

async function assertNothingLost(folder: string, { inserted, deleted, counters }: Acknowledged): Promise<void> {
  const embedded = await startEmbeddedMongo({ folder });
  const client = new MongoClient(embedded.url);
  const db = client.db('k');
  const found = await db
    .collection<{ _id: number }>('rows')
    .find({}, { projection: { _id: 1 } })
    .toArray();
  const ids = new Set(found.map(({ _id }) => _id));
  // A delete may have happened without its acknowledgement.
  expect([...inserted].filter((n) => !ids.has(n) && n % 10 !== 0)).toEqual([]);
  expect([...deleted].filter((n) => ids.has(n))).toEqual([]);
  for (const { _id, n } of await db.collection<{ _id: string; n: number }>('counters').find().toArray())
    expect(n).toBeGreaterThanOrEqual(counters.get(_id) ?? 0);
  expect(await db.collection('rows').countDocuments({ tags: 'a' })).toBe(ids.size);
  await client.close();
  await embedded.close();
}

test(
  `kill -9 under 32 writers, ${kills} times, loses nothing that was acknowledged`,
  async () => {
    const folder = temporaryFolder();
    const acknowledged = new Acknowledged();
    for (let round = 0; round < kills; round++) {
      acknowledged.read(await writeAndKill(folder, round * 1_000_000));
      await assertNothingLost(folder, acknowledged);
      assertEntries(folder);
    }
    expect(acknowledged.inserted.size).toBeGreaterThan(0);
    console.info(`${acknowledged.inserted.size} acknowledged inserts, none lost`);
    rmSync(folder, { recursive: true });
  },
  30_000 + kills * 10_000,
);
