import { parseArgs } from 'node:util';
import { type App, createApp } from '#api/app.ts';
import { CannotOpen, joinDatabase } from '#api/database.ts';
import { ConfigError, readConfig } from '#api/platform/config.ts';
import { Jobs } from '#api/platform/jobs.ts';
import { createLog } from '#api/platform/logs.ts';
import { writePrivately } from '#api/platform/privacy.ts';
import { titleOf } from '#contract/bikes.ts';
import { winnersShown } from '#contract/winners.ts';

const usage = `npm run winners -- [list]

  Decides Bike of the Week for each week that is over and was not decided, and says what came of it. The running site
  does the same by itself, every Monday after 00:00 UTC; a week is decided once, whoever comes first.

  list    The last weeks that were decided.
`;

class Misused extends Error {}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
type Winners = App['winners'];
type Decision = NonNullable<Awaited<ReturnType<Winners['service']['decideDue']>>>[number];

async function told({ week, places, eligible }: Decision, { bikeOf }: Winners): Promise<string> {
  if (places.length === 0) return `${week}  no winner; ${eligible} ${eligible === 1 ? 'bike' : 'bikes'} could have won`;
  const each = places.map(async ({ rank, bikeId, votes }) => {
    const bike = await bikeOf(bikeId);
    const name = bike ? `${titleOf(bike)} by ${bike.owner.username}` : 'a bike that was erased';
    return `${rank}. ${name} (${bikeId}), ${votes} ${votes === 1 ? 'vote' : 'votes'}`;
  });
  return `${week}  ${(await Promise.all(each)).join('; ')}`;
}

async function main(args: string[]): Promise<void> {
  const { positionals, values } = read(args);
  if (values.help) return say(usage);
  const [command, ...more] = positionals;
  if (more.length > 0 || (command !== undefined && command !== 'list')) {
    throw new Misused(`There is no command "${positionals.join(' ')}".`);
  }
  writePrivately();
  const config = readConfig(process.env);
  const log = createLog({ level: 'warn' });
  const database = await joinDatabase(config);
  const jobs = new Jobs(log);
  const { db, embedded: ownDatabase } = database;
  const made = await createApp({ config, db, ownDatabase, page: '', jobs, now: () => new Date(), log });
  const { winners } = made;
  try {
    if (command === 'list') {
      const decided = await winners.service.decided(winnersShown);
      if (decided.length === 0) say('No week was decided yet.');
      for (const decision of decided) say(await told(decision, winners));
      return;
    }
    const decided = await winners.service.decideDue();
    if (!decided) return say('Another process decides just now: see what came of it with "npm run winners -- list".');
    if (decided.length === 0) say('Every week that is over was decided before.');
    for (const decision of decided) say(await told(decision, winners));
  } finally {
    await jobs.stop();
    await made.close();
    await database.close();
  }
}

function read(args: string[]) {
  try {
    return parseArgs({ args, options: { help: { type: 'boolean', short: 'h' } }, allowPositionals: true });
  } catch (error) {
    throw new Misused((error as Error).message);
  }
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof Misused) {
    process.stderr.write(`${error.message}\n\n${usage}`);
    process.exitCode = 2;
    return;
  }
  const expected = [CannotOpen, ConfigError].some((kind) => error instanceof kind);
  process.stderr.write(`${expected ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
  process.exitCode = 1;
});
