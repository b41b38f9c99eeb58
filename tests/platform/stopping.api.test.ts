import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Jobs } from '#api/platform/jobs.ts';
import { createLog } from '#api/platform/logs.ts';
import { newId } from '#contract/ids.ts';
import { TestApp } from '#tests/kit/app.ts';
import { interposed } from '#tests/kit/interposed.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';

type Row = { _id: string } & Record<string, unknown>;

let app: TestApp;
let stopping: AbortController;
/** The command after which the site is stopped. */
let last = '';
beforeAll(async () => {
  const through = ({ db }: TestApp['database']) =>
    interposed(db, ['photos', 'bikes'], async (command, run) => {
      const result = await run();
      if (command === last) stopping.abort();
      return result;
    });
  app = await TestApp.open({}, { through });
});
afterAll(() => app.close());
afterEach(() => vi.useRealTimers());

/** Runs a job that is stopped after a command, and then once more to its end. */
async function stopped(job: string, command: string, left: () => Promise<number>): Promise<number[]> {
  [last, stopping] = [command, new AbortController()];
  await app.runJob(job, stopping.signal);
  const first = await left();
  last = '';
  await app.runJob(job);
  return [first, await left()];
}

test('a stopping site does not wait for the whole sweep of photos; the next one continues', async () => {
  const photos = app.db.collection<Row>('photos');
  const due = { ownerId: newId(), use: 'maybe', sweepAt: new Date(0), bytes: 1, createdAt: new Date(0) };
  await photos.insertMany(Array.from({ length: 5 }, () => ({ _id: newId(), ...due })));
  expect(await stopped('orphaned photos', 'photos.deleteOne', () => photos.countDocuments())).toEqual([4, 0]);
});

test('a stopping site does not wait for the counters of all bikes', async () => {
  for (const model of ['Ogre', 'Straggler', 'Cross-Check']) await strangeBike(app.db, model);
  const bikes = app.db.collection<Row>('bikes');
  await bikes.updateMany({}, { $unset: { tally: '' } });
  const uncounted = () => bikes.countDocuments({ tally: { $exists: false } });
  expect(await stopped('numbers of bikes', 'bikes.updateOne', uncounted)).toEqual([2, 0]);
});

test('running jobs are told that the site stops', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const jobs = new Jobs(createLog({ level: 'silent' }));
  const ended = vi.fn();
  const untilAborted = (signal: AbortSignal) => new Promise((end) => signal.addEventListener('abort', end)).then(ended);
  jobs.every(60, 'a long one', untilAborted);
  vi.advanceTimersByTime(60_000);
  expect(ended).not.toHaveBeenCalled();
  await jobs.stop();
  expect(ended).toHaveBeenCalledOnce();
});
