import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { weekOf, weeksAfter } from '#contract/week-dates.ts';
import { Ballot } from '#tests/kit/ballot.ts';
import { Site } from '#tests/kit/site.ts';

const entry = join(import.meta.dirname, '../../api/cli/winners.ts');
const week = weeksAfter(weekOf(new Date()), -1);
let site: Site;
beforeAll(async () => {
  site = await Site.start();
  const ballot = new Ballot(await site.db(), week);
  for (const name of ['m1', 'm2', 'm3', 'm4']) await ballot.member(name);
  for (const name of ['ash', 'bay', 'cob']) await ballot.bike(name, `o${name}`, { publishedAt: ballot.begin });
  await ballot.likes('ash', ['m1', 'm2', 'm3', 'm4']);
  await ballot.likes('bay', ['m1']);
});
afterAll(() => site?.close());

type Answer = { code: number; out: string; said: string };

/** Runs the real command beside the running site, as an operator does. */
const winners = (...args: string[]): Promise<Answer> =>
  new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: site.folder, PUBLIC_ORIGIN: site.origin, MONGODB_URL: site.mongodbUrl };
    const child = execFile(process.execPath, [entry, ...args], { env }, (_error, out, said) =>
      resolve({ code: child.exitCode ?? -1, out, said }),
    );
  });

test('two operators who decide concurrently beside the running site get one result, which stays', async () => {
  const both = await Promise.all([winners(), winners()]);
  expect(both.map(({ code, said }) => [code, said])).toEqual([
    [0, ''],
    [0, ''],
  ]);
  const line = new RegExp(`^${week}  1\\. 2021 Surly ash by oash \\(.{36}\\), 4 votes; 2\\. .*, 1 vote$`, 'm');
  const printed = both.filter(({ out }) => line.test(out));
  expect(printed.length).toBeLessThanOrEqual(1);
  expect(await (await site.db()).collection('winners').countDocuments({ winner: { $exists: true } })).toBe(1);
  expect((await winners()).out).toBe('All past weeks are decided already.\n');
  expect((await winners('list')).out).toMatch(line);
});

test('an unknown argument is reported in a sentence, and nothing happens', async () => {
  const { code, said } = await winners('undo');
  expect([code, said.split('\n')[0]]).toEqual([2, 'There is no command "undo".']);
});
