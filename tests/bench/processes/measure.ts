import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Db } from 'mongodb';
import { MongoClient } from 'mongodb';
import { ensureBuilt } from '#api/cli/build.ts';
import { runningMongoUrl } from '#api/embedded-mongo/running.ts';
import { Sessions } from '#api/platform/sessions/sessions.ts';
import { SigningKeys } from '#api/platform/signing-keys.ts';
import type { Id } from '#contract/ids.ts';
import { testKey } from '#tests/kit/direct-session.ts';
import { freePort } from '#tests/kit/ports.ts';
import { Site } from '#tests/kit/site.ts';
import { inMemory, memoryOf, processorOf } from '../search/filled-site.ts';
import { calls, type Known } from './calls.ts';
import { SharedDatabase } from './database.ts';
import type { Load, Loaded } from './load.child.ts';
import { type Size, seedFolder } from './seed.ts';

export type Options = Size & {
  /** Folder of the database; it is filled unless it is already. */
  folder: string;
  /** Numbers of processes to measure. */
  processes: number[];
  connections: number;
  /** Seconds of each measurement. */
  seconds: number;
  say: (line: string) => void;
};

const [knownBikes, knownMembers] = [5_000, 1_000];
const warmSeconds = 1;

async function readKnown(db: Db): Promise<Known> {
  const bikes = await db
    .collection<{ _id: Id; slug: string; owner: { id: string }; publishedAt: Date; brand: string; category: string }>(
      'bikes',
    )
    .find({ status: 'Active' }, { projection: { slug: 1, owner: 1, publishedAt: 1, brand: 1, category: 1 } })
    .sort({ random: 1 })
    .hint({ status: 1, random: 1, _id: 1 })
    .limit(knownBikes)
    .toArray();
  const users = await db
    .collection<{ _id: string }>('users')
    .find({}, { projection: { _id: 1 } })
    .toArray();
  const sessions = new Sessions({
    db,
    keys: new SigningKeys([testKey]),
    now: () => new Date(),
    findUser: async () => null,
  });
  const members: Known['members'] = [];
  for (const { _id: id } of users.slice(0, knownMembers))
    members.push({ id, cookie: `access=${(await sessions.login({ id, authEpoch: 0 })).access}` });
  return {
    bikes: bikes.map(({ _id: id, slug, owner, publishedAt, brand, category }) => ({
      id,
      slug,
      ownerId: owner.id,
      at: publishedAt.getTime(),
      brand,
      category,
    })),
    members,
  };
}

/** The processes of a site, and what they share. */
type Fleet = { sites: Site[]; db: Db; pids: { pid?: number | undefined }[]; close(): Promise<void> };

/** One process has the database itself; several share one in a process of its own. */
async function startFleet(folder: string, count: number): Promise<Fleet> {
  const database = count > 1 ? await SharedDatabase.start(folder) : null;
  const env = { KEYS: testKey, TRUSTED_PROXIES: '127.0.0.0/8, ::1', ...(database && { MONGODB_URL: database.url }) };
  const sites: Site[] = [];
  for (let n = 0; n < count; n += 1) sites.push(await Site.start({ isAlone: true, folder, env }));
  const client = await new MongoClient(database?.url ?? runningMongoUrl(folder) ?? '').connect();
  for (const site of sites) await inMemory(site, 600_000);
  return {
    sites,
    db: client.db('headbadge'),
    pids: [...sites, ...(database ? [database] : [])],
    async close() {
      await client.close();
      for (const site of sites) await site.close();
      await database?.stop();
    },
  };
}

/** The load generator, a process of its own. */
class Generator {
  readonly #child: ChildProcess;
  readonly #failed: Promise<never>;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#failed = once(child, 'exit').then(() => {
      throw new Error('The load generator has failed.');
    });
    this.#failed.catch(() => undefined);
  }

  static async start(known: Known): Promise<Generator> {
    const generator = new Generator(forked('load.child.ts'));
    await generator.#answerTo(known);
    return generator;
  }

  run(load: Load): Promise<Loaded> {
    return this.#answerTo(load);
  }

  async #answerTo<T>(message: Known | Load): Promise<T> {
    const answer = once(this.#child, 'message');
    this.#child.send(message);
    const [one] = await Promise.race([answer, this.#failed]);
    return one;
  }

  close(): void {
    this.#child.disconnect();
  }
}

function forked(module: string, ...parts: string[]): ChildProcess {
  const { VITEST: _, NODE_OPTIONS: __, ...env } = process.env;
  return fork(join(import.meta.dirname, module), parts, { env });
}

export type Row = {
  processes: number;
  call: string;
  /** Replies a second. */
  rate: number;
  p50: number;
  p99: number;
  /** Milliseconds of processor time for a reply, of all processes and the database. */
  cpu: number;
  /** Megabytes of each process, the shared database last. */
  memory: number[];
  failures: Record<string, number>;
};

const columns = (texts: string[]) => texts.map((text) => text.padStart(9)).join('');
const ms = (value: number) => value.toFixed(value < 10 ? 2 : 0);
const shown = ({ rate, p50, p99, cpu }: Pick<Row, 'rate' | 'p50' | 'p99' | 'cpu'>) =>
  columns([rate.toFixed(0), ms(p50), ms(p99), cpu.toFixed(3)]);
const heading = columns(['/s', 'p50 ms', 'p99 ms', 'CPU ms']);

/** Runs Hono alone, with the bytes of a call's reply; a short reply stands for those of members. */
async function startBare(origin: string, name: string, known: Known): Promise<{ origin: string; child: ChildProcess }> {
  const { method, path, headers } = calls[name]?.next(known) ?? { method: '', path: '' };
  const isPublic = method === 'GET' && !headers;
  const port = await freePort();
  const child = forked('../server-rendered/bare.child.ts', origin + (isPublic ? path : '/healthz'), String(port));
  await once(child, 'message');
  return { origin: `http://127.0.0.1:${port}`, child };
}

/** Measures each call alone, beside Hono alone with the same bytes, and the mix of them for one number of processes. */
async function measureFleet(count: number, { folder, connections, seconds, say }: Options): Promise<Row[]> {
  const fleet = await startFleet(folder, count);
  const known = await readKnown(fleet.db);
  const generator = await Generator.start(known);
  const rows: Row[] = [];
  const load = async (call: string | null, origins: string[], pids: Fleet['pids']): Promise<Row[]> => {
    // No real member writes this often.
    await fleet.db.collection('limits').deleteMany({});
    const cpuOf = async () => (await Promise.all(pids.map(processorOf))).reduce((all, one) => all + one, 0);
    await generator.run({ call, origins, connections, seconds: warmSeconds });
    const before = await cpuOf();
    const { latencies, failures, seconds: took } = await generator.run({ call, origins, connections, seconds });
    const replies = Object.values(latencies).reduce((all, one) => all + one.count, 0);
    const cpu = ((await cpuOf()) - before) / replies;
    const memory = await Promise.all(pids.map((one) => memoryOf(one)));
    const rowOf = ([name, { count: times, p50, p99 }]: [string, Loaded['latencies'][string]]): Row => {
      return { processes: count, call: name, rate: times / took, p50, p99, cpu, memory, failures };
    };
    return Object.entries(latencies).map(rowOf);
  };
  try {
    const origins = fleet.sites.map(({ origin }) => origin);
    say(`\n${count === 1 ? '1 process with the database in it' : `${count} processes and a process for the database`}`);
    say(`${'alone'.padEnd(8)}${heading} | Hono ${heading.slice(6)} | MB`);
    for (const name of Object.keys(calls)) {
      const [own] = await load(name, origins, fleet.pids);
      const bare = await startBare(origins[0] ?? '', name, known);
      const [alone] = await load(name, [bare.origin], [bare.child]).finally(() => bare.child.kill('SIGKILL'));
      if (!own || !alone) throw new Error('Nothing was measured.');
      rows.push(own);
      say(`${name.padEnd(8)}${shown(own)} |${shown(alone)} | ${own.memory.join(' ')}`);
    }
    const mix = await load(null, origins, fleet.pids);
    const all = mix.reduce((sum, { rate }) => sum + rate, 0);
    const [{ cpu, memory } = { cpu: 0, memory: [] }] = mix;
    say(`the mix: ${all.toFixed(0)}/s, ${cpu.toFixed(3)} ms of processor time each, ${memory.join(' ')} MB`);
    for (const { call, rate, p50, p99 } of mix) say(call.padEnd(8) + columns([rate.toFixed(0), ms(p50), ms(p99)]));
    rows.push(...mix);
    return rows;
  } finally {
    generator.close();
    await fleet.close();
  }
}

/** Seeds a folder, and measures it for each number of processes. */
export async function measure(options: Options): Promise<Row[]> {
  const { folder, bikes, members, processes, connections, seconds, say } = options;
  await ensureBuilt();
  await seedFolder(folder, { bikes, members });
  say(
    `${bikes} bikes, ${members} members, photos without pixels; ${connections} connections without pauses, ${seconds} s for each call.`,
  );
  const rows: Row[] = [];
  for (const count of processes) rows.push(...(await measureFleet(count, options)));
  return rows;
}
