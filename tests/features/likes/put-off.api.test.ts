import { MongoNetworkTimeoutError } from 'mongodb';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { getBike } from '#contract/bike-whole.ts';
import { likeBike } from '#contract/likes.ts';
import { TestApp } from '#tests/kit/app.ts';
import { giveBike } from '#tests/kit/established.ts';
import { interposed } from '#tests/kit/interposed.ts';
import { until } from '#tests/kit/until.ts';

test('likes that the database did not count in time are counted by the next run, and logged as no error', async () => {
  const lines: { level: number; msg: string; job?: string }[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  let isSlow = false;
  const app = await TestApp.open(
    {},
    {
      log,
      still: true,
      through: (database) =>
        interposed(database.db, ['bikes'], async (command, run) => {
          if (isSlow && !command.includes('find')) throw new MongoNetworkTimeoutError('connection 1 timed out', {});
          return run();
        }),
    },
  );
  try {
    const { user } = await app.member('ana');
    const ben = await app.join('ben');
    const bikeIds = [await giveBike(app.db, user.id, 'ana'), await giveBike(app.db, user.id, 'ana')];
    isSlow = true;
    for (const bikeId of bikeIds) expect((await ben.call(likeBike, { params: { bikeId } })).status).toBe(200);
    await until(async () => expect(lines).not.toEqual([]));
    expect(lines.map(({ level, msg, job }) => [level, msg, job])).toEqual([[40, 'job put off', 'numbers of bikes']]);
    isSlow = false;
    await app.runJob('numbers of bikes');
    for (const bikeId of bikeIds)
      expect((await ben.call(getBike, { params: { bikeId } })).answer.data?.counts.likes).toBe(1);
  } finally {
    await app.close();
  }
});
