import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#api/platform/logs.ts';
import { addComment } from '#contract/comments.ts';
import { pathOf } from '#contract/endpoint.ts';
import { newId } from '#contract/ids.ts';
import { downloadActs, judgeMember } from '#contract/moderation.ts';
import { getOverview, type Overview } from '#contract/overview.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { giveRole } from '#tests/kit/roles.ts';

const minute = 60_000;
let now = Date.now();
const log = createLog({ level: 'fatal' });
let app: TestApp;
let other: TestApp;
let judge: TestBrowser;
let judgeId: string;
beforeAll(async () => {
  const options = { still: true, now: () => new Date(now), log } as const;
  app = await TestApp.open({}, options);
  other = await TestApp.open({}, { ...options, database: app.database });
  const { browser, user } = await app.member('judge');
  [judge, judgeId] = [browser, user.id];
  await giveRole(app.db, 'judge');
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const users = () => app.db.collection('users');
/** The overview, after the cached answer is too old. */
async function read(): Promise<Overview> {
  now += 3000;
  const { status, answer } = await judge.call(getOverview);
  if (!answer.successful) throw new Error(`The overview answered ${status}.`);
  return answer.data;
}

test('the numbers are counted by a job, once in four minutes whichever process runs it', async () => {
  expect((await read()).numbers).toBeNull();
  const { browser: ann } = await app.member('ann');
  const { user: bob } = await app.member('bob');
  const bikeId = await publishBike(ann);
  await judge.call(addComment, { params: { bikeId }, body: { id: newId(), text: 'Nice.' } });
  await users().updateOne({ username: 'ann' }, { $set: { createdAt: new Date(now - 3 * 86_400_000) } });
  const until = new Date(now + 86_400_000).toISOString();
  const body = { standing: 'Suspended', until, reason: 'Insults.' } as const;
  await judge.call(judgeMember, { params: { userId: bob.id }, body });
  await app.runJob('overview');
  const { numbers } = await read();
  expect(numbers).toMatchObject({
    members: { all: 2, day: 1, week: 2, suspended: 1 },
    ...{ bikes: 1, comments: 1, photos: { count: 1 } },
  });
  expect(numbers?.photos.bytes).toBeGreaterThan(1000);
  expect(numbers?.database).toBeGreaterThan(1000);
  await publishBike(ann);
  await other.runJob('overview');
  expect((await read()).numbers?.bikes).toBe(1);
  now += 4 * minute;
  await other.runJob('overview');
  expect((await read()).numbers?.bikes).toBe(2);
});

test('the queues tell what waits', async () => {
  const lengthOf = async (name: string) => (await read()).queues.find((queue) => queue.name === name)?.length;
  expect((await read()).queues.map(({ name }) => name).sort()).toEqual(
    ['applicants', 'copies of members', 'counting', 'erasures', 'flags', 'mails', 'pushes', 'webhooks'].sort(),
  );
  const before = (await lengthOf('mails')) ?? 0;
  await app.db.collection('mails').insertOne({ state: 'waiting' });
  expect(await lengthOf('mails')).toBe(before + 1);
  await app.db.collection('likes').insertOne({ change: { op: 'x', bikeId: 'b', by: 1 } });
  expect(await lengthOf('counting')).toBe(1);
  const until = new Date(now - minute);
  await users().insertOne({ username: 'gone', foldedName: 'gone', status: 'Deleted', until });
  expect(await lengthOf('erasures')).toBe(1);
});

test('processes, their jobs and their errors are those of the whole site', async () => {
  await app.runJob('heartbeat');
  await other.runJob('heartbeat');
  let { processes, jobs } = await read();
  expect(processes.map(({ state, pid }) => [state, pid])).toEqual([
    ['running', process.pid],
    ['running', process.pid],
  ]);
  expect(processes[0]?.version).toMatch(/^\d/);
  expect(jobs).toEqual([]);

  const [one, two] = await app.db.collection('processes').find().toArray();
  const hour = Math.floor(now / 3_600_000);
  const error = (count: number, at: number) => ({
    hour,
    message: 'unexpected error: TypeError: no',
    where: 'PUT /bikes/:bikeId',
    count,
    lastAt: new Date(at),
  });
  const job = (at: number | null, failure: string | null) => ({
    name: 'mails',
    every: 60,
    lastAt: at === null ? null : new Date(at),
    ms: 5,
    error: failure,
  });
  const put = (id: unknown, fields: object) =>
    app.db.collection('processes').updateOne({ _id: id as never }, { $set: fields });
  await put(one?._id, { errors: [error(2, now - minute)], jobs: [job(now - minute, null)] });
  await put(two?._id, { errors: [error(3, now), error(9, now - 25 * 60 * minute)], jobs: [job(now, 'Error: late')] });
  const { errors, ...rest } = await read();
  expect(errors).toEqual([
    { message: 'unexpected error: TypeError: no', where: 'PUT /bikes/:bikeId', count: 5, lastAt: expect.any(String) },
  ]);
  expect(rest.jobs).toMatchObject([{ name: 'mails', error: 'Error: late' }]);
  // It goes on failing in one of the two.
  await put(one?._id, { jobs: [job(now + 1, null)] });
  expect((await read()).jobs).toMatchObject([{ name: 'mails', error: 'Error: late' }]);

  await put(one?._id, { seenAt: new Date(now - 2 * minute) });
  await put(two?._id, { stopped: true });
  ({ processes, jobs } = await read());
  expect(jobs).toMatchObject([{ name: 'mails', error: null }]);
  expect(processes.map(({ state }) => state).sort()).toEqual(['lost', 'stopped']);
});

test('a process that stops says so', async () => {
  const brief = await TestApp.open({}, { still: true, now: () => new Date(now), log, database: app.database });
  const count = async () => app.db.collection('processes').countDocuments({ stopped: true });
  const before = await count();
  await brief.runJob('heartbeat');
  await brief.close();
  expect(await count()).toBe(before + 1);
  // A command that opens the site for a moment leaves no trace.
  await (await TestApp.open({}, { still: true, log, database: app.database })).close();
  expect(await count()).toBe(before + 1);
});

test('without backups it says so, and members find nothing', async () => {
  expect((await read()).backup).toBeNull();
  const { status } = await (await app.join('cem')).call(getOverview);
  expect(status).toBe(404);
});

test('the moderation log is a CSV file that no spreadsheet runs', async () => {
  const { user } = await app.member('dora');
  const reason = '=HYPERLINK("https://evil.example";"click")';
  const body = { standing: 'Banned', reason } as const;
  expect((await judge.call(judgeMember, { params: { userId: user.id }, body })).status).toBe(200);
  const Cookie = [...judge.cookies].map((pair) => pair.join('=')).join('; ');
  const response = await app.request(pathOf(downloadActs, {}, { as: judgeId }), { headers: { Cookie } });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="headbadge-moderation.csv"');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [head, first, second, end] = bytes.subarray(3).toString('utf8').split('\r\n');
  expect(head).toBe(
    'at,by,what,member,member id,bike id,bike,comment id,message id,list id,list,update id,reason,until,done,id',
  );
  expect(first).toContain(',judge,suspend,bob,');
  expect(second).toContain(`,judge,ban,dora,${user.id},,,,,,,,"'=HYPERLINK(""https://evil.example"";""click"")",,yes,`);
  expect(end).toBe('');
});
