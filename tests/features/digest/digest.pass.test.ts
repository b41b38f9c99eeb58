import type { Db } from 'mongodb';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { TestApp } from '#tests/kit/app.ts';
import { Ballot, idNamed } from '#tests/kit/ballot.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { interposed } from '#tests/kit/interposed.ts';
import { rng } from '#tests/kit/random.ts';
import { smtpServer } from '#tests/kit/smtp.ts';
import { runsAll } from '#tests/run/tiers.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });
const members = runsAll ? 10_000 : 1_000;
const makers = 50;
const minute = 60_000;
const day = 24 * 60 * minute;
const friday = Date.parse('2026-12-04T07:00:00Z');
const job = 'weekly mails';
const next = rng('weekly mails');

let database: TestDatabase;
let mailServer: Awaited<ReturnType<typeof smtpServer>>;
const nameOf = (i: number) => `m${String(i).padStart(5, '0')}`;

/** Members who follow four makers each, of whom most have published a bike this week. */
async function fill(db: Db): Promise<void> {
  const ballot = new Ballot(db, '2026-W48');
  for (let i = 0; i < makers; i += 1) {
    await ballot.member(`maker${i}`);
    const publishedAt = new Date(friday - (i === 3 || i === 17 ? 9 : 2) * day);
    await ballot.bike(`bike${i}`, `maker${i}`, { publishedAt });
  }
  const all = Array.from({ length: members }, (_, i) => ({ i, id: idNamed(nameOf(i)) }));
  const createdAt = new Date(friday - 365 * day);
  const put = (name: string, rows: object[]) => db.collection(name).insertMany(rows as never[]);
  await put(
    'users',
    all.map(({ i, id }) => {
      const username = nameOf(i);
      const account = { username, foldedName: username, nameKeys: [username], email: `${username}@example.org` };
      return { _id: id, ...account, avatar: '', passwordHash: null, status: 'Active', authEpoch: 0, createdAt };
    }),
  );
  const weeklyMail = { value: 'On', version: 1, device: idNamed('device') };
  await put(
    'preferences',
    all.map(({ id }) => ({ _id: id, version: 1, chosen: { weeklyMail }, timeZone: 'Europe/Berlin' })),
  );
  await put(
    'follows',
    all
      .flatMap(({ i, id }) =>
        [1, 7, 13, 29].map((step) => {
          const key = idNamed(`maker${(i * step) % makers}`);
          return { _id: `${id}:member:${key}`, userId: id, kind: 'member', key, name: '', at: createdAt };
        }),
      )
      .filter(({ _id }, at, rows) => rows.findIndex((row, from) => from >= at - 4 && row._id === _id) === at),
  );
  await put(
    'digests',
    all.map(({ id }) => ({ _id: id, dueAt: new Date(friday), day: '2026-12-04', timeZone: 'Europe/Berlin' })),
  );
}

/** A process of the site. `kill`: no command of it reaches the database any more. */
async function start() {
  let isKilled = false;
  let killsAt: ((command: string) => boolean) | null = null;
  let killed = () => {};
  const death = new Promise<void>((resolve) => {
    killed = resolve;
  });
  const app = await TestApp.open(
    { MAIL_URL: mailServer.url },
    {
      database,
      still: true,
      through: ({ db }) =>
        interposed(
          db,
          ['digests', 'mails', 'leases', 'follows', 'bikes', 'users', 'preferences'],
          async (command, run) => {
            if (!isKilled && killsAt?.(command)) {
              isKilled = true;
              killed();
            }
            if (isKilled) throw new Error('The process was killed.');
            return run();
          },
        ),
    },
  );
  return {
    app,
    death,
    killWhen: (at: (command: string) => boolean) => {
      killsAt = at;
    },
  };
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(friday);
  mailServer = await smtpServer();
  database = await TestDatabase.open();
});
afterAll(async () => {
  await mailServer.close();
  await database.close();
  vi.useRealTimers();
});
beforeEach(() => {
  mailServer.received.length = 0;
});

/** Kills a pass at the nth command of a kind. */
const nth = (wanted: RegExp, count: number) => {
  let left = count;
  return (command: string) => {
    if (wanted.test(command)) left -= 1;
    return left <= 0;
  };
};

test(`${members} members get one mail each, though the pass is killed three times`, async () => {
  const first = await start();
  await fill(database.db);
  const kills = [
    // While mails are queued: the batch is not noted.
    nth(/^mails\.insertMany$/, Math.floor(next.range(0.002, 0.003) * members)),
    // Between the queue and the note.
    nth(/^digests\.bulkWrite$/, Math.floor(next.range(2, 4))),
    // While mails are sent, at any command.
    nth(/./, Math.floor(next.range(0.5, 2) * members)),
  ];
  let time = friday;
  let process = first;
  const counts: number[] = [];
  for (const kill of kills) {
    process.killWhen(kill);
    await Promise.all([process.app.runJob(job).catch(() => undefined), process.death]);
    await process.app.close().catch(() => undefined);
    counts.push(mailServer.received.length);
    // The lease of the killed process ends, and mails that were not tried are due.
    time += 2 * minute;
    vi.setSystemTime(time);
    process = await start();
  }
  expect(counts.at(-1)).toBeLessThan(members);
  const begun = performance.now();
  const before = mailServer.received.length;
  await process.app.runJob(job);
  const rate = (mailServer.received.length - before) / ((performance.now() - begun) / 1000);
  for (let i = 0; i < 3; i += 1) {
    time += 2 * minute;
    vi.setSystemTime(time);
    await process.app.runJob('mails');
    await process.app.runJob(job);
  }
  const perMember = Map.groupBy(mailServer.received, ({ to }) => to.join());
  const wrong = [...perMember].filter(([, mails]) => mails.length !== 1).map(([to, mails]) => `${to}: ${mails.length}`);
  expect(wrong).toEqual([]);
  expect(perMember.size).toBe(members);
  expect(await database.db.collection('digests').countDocuments({ last: '2026-12-04' })).toBe(members);
  console.info(`${Math.round(rate)} weekly mails a second, killed after ${counts.join(', ')}`);
  await process.app.close();
});
