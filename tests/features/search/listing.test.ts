import { type BulkWriteResult, MongoBulkWriteError, MongoNetworkTimeoutError } from 'mongodb';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { Jobs } from '#api/platform/jobs.ts';
import { TestApp } from '#tests/kit/app.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { interposed } from '#tests/kit/interposed.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';
import { until } from '#tests/kit/until.ts';

test('words whose write timed out are listed by the next run, counted right by the recount, and logged as no error', async () => {
  const database = await TestDatabase.open();
  const lines: { level: number; msg: string; job: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  let isLate = false;
  const through = () =>
    interposed(database.db, ['words'], async (command, run) => {
      const result = await run();
      if (!isLate || command !== 'words.bulkWrite') return result;
      isLate = false;
      // As the driver wraps it: the write was done, but its answer came too late.
      const errorResponse = new MongoNetworkTimeoutError('connection 1 to 127.0.0.1 timed out', {});
      throw new MongoBulkWriteError(errorResponse, {} as BulkWriteResult);
    });
  const app = await TestApp.open({}, { database, through, still: true });
  const jobs = new Jobs(log);
  try {
    const countOf = async (word: string) =>
      (await database.db.collection<{ _id: string; n: number }>('words').findOne({ _id: word }))?.n;
    const publish = async () => {
      const { id } = await strangeBike(database.db, 'Ogre');
      await database.db.collection<{ _id: string }>('bikes').updateOne({ _id: id }, { $set: { terms: ['ogre'] } });
    };
    await publish();
    await app.runJob('words of bikes');
    expect(await countOf('ogre')).toBe(1);
    await publish();
    isLate = true;
    jobs.every(0, 'words of bikes', (stopping) => app.runJob('words of bikes', stopping));
    const isUnlisted = { unlisted: true };
    await until(async () => expect(await database.db.collection('bikes').countDocuments(isUnlisted)).toBe(0));
    expect(isLate).toBe(false);
    expect(lines.map(({ level, msg, job }) => [level, msg, job])).toEqual([[40, 'job put off', 'words of bikes']]);
    await app.runJob('numbers of words');
    expect(await countOf('ogre')).toBe(2);
  } finally {
    await jobs.stop();
    await app.close();
    await database.close();
  }
});
