import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Db, MongoClient } from 'mongodb';
import { ensureBuilt } from '#api/cli/build.ts';
import { reactionIdOf } from '#api/features/bikes/bikes.reactions.store.ts';
import type { BikeRow } from '#api/features/bikes/bikes.store.ts';
import type { CommentRow } from '#api/features/comments/comments.store.ts';
import type { LikeRow } from '#api/features/likes/likes.store.ts';
import { folderOf } from '#api/features/photos/photos.keys.ts';
import { KeyedMutex } from '#api/platform/keyed-mutex.ts';
import { Sessions } from '#api/platform/sessions/sessions.ts';
import { SigningKeys } from '#api/platform/signing-keys.ts';
import type { Id } from '#contract/ids.ts';
import { testKey } from '#tests/kit/direct-session.ts';
import { laterBuild } from '#tests/kit/later-build.ts';
import { Nginx } from '#tests/kit/nginx.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { freePort } from '#tests/kit/ports.ts';
import { TestS3 } from '#tests/kit/s3/server.ts';
import { Site } from '#tests/kit/site.ts';
import { until } from '#tests/kit/until.ts';
import { SharedDatabase } from './database.ts';
import { seedFolder } from './seed.ts';
import { Counts, Writer } from './writer.ts';

type Options = {
  /** Time of the load, which goes on until everything is acknowledged. */
  seconds: number;
  say: (line: string) => void;
};

const [processes, writers, pool] = [4, 24, 40];
const size = { bikes: 500, members: 60 };
/** When the deploy begins and the database goes away, as shares of the run; for how long it is away. */
const [deployAt, awayAt, maxAwayMs] = [0.4, 0.7, 20_000];
/** Bounds of the time between two kills. */
const killEveryMs = [3_000, 12_000] as const;
const startLimitMs = 180_000;
/** A job counts within a minute what a kill has left uncounted; a run that holds its lease ends within another. */
const settleMs = 180_000;

/** The four processes behind nginx, which can be killed and deployed. */
class Fleet {
  readonly origin: string;
  readonly #folder: string;
  readonly #env: Record<string, string>;
  readonly #sites: Site[] = [];
  readonly #mutex = new KeyedMutex();
  readonly #proxyPort: number;
  #proxy: Nginx | undefined;
  #stopped = false;
  kills = 0;

  constructor(folder: string, proxyPort: number, env: Record<string, string>) {
    this.#folder = folder;
    this.#proxyPort = proxyPort;
    this.origin = `http://127.0.0.1:${proxyPort}`;
    this.#env = env;
  }

  #start(page?: string): Promise<Site> {
    const data = join(this.#folder, 'data');
    return Site.start({ isAlone: true, folder: data, env: this.#env, origin: this.origin, ...(page && { page }) });
  }

  async start(): Promise<void> {
    for (let n = 0; n < processes; n += 1) this.#sites.push(await this.#start());
    const folder = join(this.#folder, 'nginx');
    await mkdir(folder);
    this.#proxy = await Nginx.start({ folder, port: this.#proxyPort, sites: this.#ports });
  }

  get #ports(): number[] {
    return this.#sites.map(({ port }) => port);
  }

  /** Kills a process, and starts it again after a second, as systemd does. */
  kill(): Promise<void> {
    const place = randomInt(processes);
    return this.#mutex.run(String(place), async () => {
      const site = this.#sites[place] as Site;
      await site.kill();
      this.kills += 1;
      while (!this.#stopped) {
        await setTimeout(1_000);
        // Without a database it ends, and is started again.
        if (
          await site.start().then(
            () => true,
            () => false,
          )
        )
          return;
        await site.kill();
      }
    });
  }

  /** Updates one process after another, as the README tells. */
  async deploy(page: string): Promise<void> {
    for (let place = 0; place < processes; place += 1)
      await this.#mutex.run(String(place), async () => {
        // The database may be away.
        const later = await until(() => this.#start(page), startLimitMs);
        await until(async () => {
          const { status } = await fetch(`http://127.0.0.1:${later.port}/readyz`);
          if (status !== 200) throw new Error('It is not ready.');
        }, startLimitMs);
        const earlier = this.#sites[place];
        this.#sites[place] = later;
        await this.#proxy?.reload(this.#ports);
        await setTimeout(500);
        await earlier?.stop();
      });
  }

  async close(): Promise<void> {
    this.#stopped = true;
    await this.#proxy?.stop();
    for (const site of this.#sites) await site.stop();
  }
}

/** Kills at random until the signal aborts. */
async function killing(fleet: Fleet, ending: AbortSignal): Promise<void> {
  const running: Promise<void>[] = [];
  while (!ending.aborted) {
    await setTimeout(randomInt(...killEveryMs), undefined, { signal: ending }).catch(() => undefined);
    if (!ending.aborted) running.push(fleet.kill());
  }
  await Promise.all(running);
}

/** Compares the database and the bucket with what was acknowledged. @returns what differs */
async function differences(
  db: Db,
  all: Writer[],
  bikeIds: Id[],
  seededComments: Set<string>,
  s3: TestS3,
): Promise<string[]> {
  const found: string[] = [];
  const check = (isRight: boolean, text: string) => void (isRight || found.push(text));
  const likes = db.collection<LikeRow>('likes');
  const comments = db.collection<CommentRow>('comments');
  const bikes = db.collection<BikeRow>('bikes');
  for (const writer of all) {
    for (const [bikeId, isLiked] of writer.liked) {
      const row = await likes.findOne({ _id: reactionIdOf(bikeId, writer.memberId) });
      check((row !== null) === isLiked, `${writer.memberId} ${isLiked ? 'likes' : 'does not like'} ${bikeId}`);
    }
    const written = await comments.find({ 'author.id': writer.memberId, _id: { $nin: [...seededComments] } }).toArray();
    check(written.length === writer.comments.size, `${written.length} comments for ${writer.comments.size}`);
    for (const [id, { text }] of writer.comments)
      check(written.filter((one) => one._id === id && one.text === text).length === 1, `comment ${id}`);
    const models = [...writer.bikes.keys()].map((id) => `Bike ${id}`);
    const published = await bikes.find({ 'owner.id': writer.memberId, model: /^Bike / }).toArray();
    check(
      published
        .map(({ model }) => model)
        .sort()
        .join() === models.sort().join(),
      `${published.length} bikes for ${models.length}`,
    );
    for (const [bikeId, photoId] of writer.bikes) {
      const row = published.find(({ _id }) => _id === bikeId);
      check(row?.photos.length === 1 && row.photos[0]?.id === photoId, `photo of bike ${bikeId}`);
      const files = [...s3.objects.keys()].filter((key) => key.startsWith(`${folderOf(photoId)}/`));
      check(files.length > 0 && files.length === filesOfFirst(all, s3), `files of photo ${photoId}: ${files}`);
    }
  }
  for (const bikeId of bikeIds) {
    const row = await bikes.findOne({ _id: bikeId });
    const likeCount = await likes.countDocuments({ bikeId });
    const visible = await comments.find({ bikeId, status: 'Active' }).toArray();
    const firsts = new Set(visible.map(({ author }) => author.id).filter((id) => id !== row?.owner.id)).size;
    const counted = { likes: likeCount, comments: visible.length, points: likeCount + 2 * firsts };
    const shown = { likes: row?.counts.likes, comments: row?.counts.comments, points: row?.points };
    check(
      JSON.stringify(shown) === JSON.stringify(counted),
      `counters of ${bikeId}: ${JSON.stringify({ shown, counted })}`,
    );
  }
  return found;
}

function filesOfFirst(all: Writer[], s3: TestS3): number {
  const [photoId = ''] = all.flatMap(({ bikes }) => [...bikes.values()]);
  return [...s3.objects.keys()].filter((key) => key.startsWith(`${folderOf(photoId)}/`)).length;
}

/** Waits until no change is uncounted and no request runs. */
async function settled(db: Db): Promise<void> {
  await until(async () => {
    for (const name of ['likes', 'comments']) {
      const open = await db.collection(name).countDocuments({ change: { $exists: true } });
      if (open > 0) throw new Error(`${open} ${name} are not counted.`);
    }
  }, settleMs);
}

const listed = (counts: Map<string, number>) =>
  [...counts]
    .sort()
    .map(([name, count]) => `${count} x ${name}`)
    .join(', ');

/**
 * Runs four processes on one database and one bucket behind nginx, with members that read and write, random kills, a
 * deploy and a database that is away. Returns what went wrong.
 */
export async function kill({ seconds, say }: Options): Promise<{ faults: string[]; counts: Counts; kills: number }> {
  await ensureBuilt();
  const page = await laterBuild();
  const folder = await mkdtemp(join(tmpdir(), 'headbadge-kill-'));
  const counts = new Counts();
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })];
  try {
    const [data, databaseFolder] = [join(folder, 'data'), join(folder, 'database')];
    for (const one of [data, databaseFolder]) await mkdir(one);
    await seedFolder(databaseFolder, size);
    const database = await SharedDatabase.start(databaseFolder);
    undo.push(() => database.stop());
    const s3 = await TestS3.open();
    undo.push(() => s3.close());
    const client = await new MongoClient(database.url).connect();
    undo.push(() => client.close());
    const db = client.db('headbadge');
    const fleet = new Fleet(folder, await freePort(), {
      MONGODB_URL: database.url,
      STORAGE_URL: s3.url(),
      KEYS: testKey,
      TRUSTED_PROXIES: '127.0.0.1',
    });
    undo.push(() => fleet.close());
    await fleet.start();

    const rows = await db.collection<BikeRow>('bikes').find({ status: 'Active' }).limit(pool).toArray();
    const bikes = rows.map(({ _id, slug, owner }) => ({ id: _id as Id, slug, ownerId: owner.id }));
    const seeded = await db
      .collection<CommentRow>('comments')
      .find({}, { projection: { _id: 1 } })
      .toArray();
    const users = await db.collection<{ _id: string }>('users').find().limit(writers).toArray();
    // Their likes from before the run are unknown to them.
    const ids = users.map(({ _id }) => _id);
    const earlier = await db
      .collection<LikeRow>('likes')
      .find({ userId: { $in: ids } })
      .toArray();
    const sessions = new Sessions({
      db,
      keys: new SigningKeys([testKey]),
      now: () => new Date(),
      findUser: async () => null,
    });
    const photo = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
    const ending = new AbortController();
    const all: Writer[] = [];
    for (const [n, id] of ids.entries()) {
      const { access, refresh } = await sessions.login({ id, authEpoch: 0 });
      const member = { id, access, session: refresh };
      const address = `127.0.1.${n + 1}`;
      const writer = new Writer({ origin: fleet.origin, member, address, bikes, photo, counts, ending: ending.signal });
      for (const { bikeId, userId } of earlier) if (userId === id) writer.liked.set(bikeId as Id, true);
      all.push(writer);
    }

    const start = performance.now();
    const at = (share: number) => setTimeout(Math.max(0, share * seconds * 1000 - (performance.now() - start)));
    const sinceStart = () => `${((performance.now() - start) / 1000).toFixed(0)} s:`;
    const running = Promise.all(all.map((writer) => writer.run()));
    const kills = killing(fleet, ending.signal);
    const deploying = (async () => {
      await at(deployAt);
      say(`${sinceStart()} the deploy begins`);
      await fleet.deploy(page);
      say(`${sinceStart()} the deploy is done`);
    })();
    await at(awayAt);
    const awayMs = Math.min(maxAwayMs, seconds * 1000 * (1 - awayAt) * 0.5);
    say(`${sinceStart()} the database is away for ${(awayMs / 1000).toFixed(0)} s`);
    await database.stop('SIGKILL');
    await setTimeout(awayMs);
    await database.start();
    say(`${sinceStart()} the database is back`);
    await at(1);
    await deploying;
    ending.abort();
    await kills;
    await running;
    say(`${sinceStart()} everything is acknowledged`);
    await settled(db);
    const seededIds = new Set(seeded.map(({ _id }) => _id));
    const faults = [
      ...counts.faults,
      ...(await differences(
        db,
        all,
        bikes.map(({ id }) => id),
        seededIds,
        s3,
      )),
    ];
    const running409 = await db.collection('receipts').countDocuments({ state: 'running' });
    say(
      [
        `${processes} processes, ${writers} members, ${seconds} s, ${fleet.kills} kills`,
        `answers: ${listed(counts.statuses)}; ${counts.lost} lost, ${counts.cut} cut off by the members`,
        `acknowledged: ${listed(counts.writes)}; ${counts.repeated} repeats, ${counts.replayed} answered from their receipt; the slowest took ${(counts.slowestMs / 1000).toFixed(1)} s`,
        `receipts still running: ${running409}`,
        `faults: ${faults.length}`,
        ...faults.slice(0, 40),
      ].join('\n'),
    );
    return { faults, counts, kills: fleet.kills };
  } finally {
    for (const step of undo.reverse()) await step();
  }
}
