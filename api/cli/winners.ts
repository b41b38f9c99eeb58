import { parseArgs } from 'node:util';
import type { App } from '#api/app.ts';
import { titleOf } from '#contract/bikes.ts';
import { winnersShown } from '#contract/winners.ts';
import { command, say, withSite } from './command-line.ts';
import { Misused } from './misused.ts';

const usage = `npm run winners -- [list]

  Decides Bike of the Week for each week that is over and was not decided, and says what came of it. The running site
  does the same by itself, every Monday after 00:00 UTC; a week is decided once, whoever comes first.

  list    The last weeks that were decided.
`;

type Decision = NonNullable<Awaited<ReturnType<App['winners']['service']['decideDue']>>>[number];

async function told({ week, places, eligible }: Decision, bikes: App['bikes']): Promise<string> {
  if (places.length === 0) return `${week}  no winner; ${eligible} ${eligible === 1 ? 'bike' : 'bikes'} could have won`;
  const each = places.map(async ({ rank, bikeId, votes }) => {
    const bike = await bikes.store.find(bikeId);
    const name = bike ? `${titleOf(bike)} by ${bike.owner.username}` : 'a bike that was erased';
    return `${rank}. ${name} (${bikeId}), ${votes} ${votes === 1 ? 'vote' : 'votes'}`;
  });
  return `${week}  ${(await Promise.all(each)).join('; ')}`;
}

async function main(args: string[]): Promise<void> {
  const { positionals, values } = read(args);
  if (values.help) return say(usage);
  const [verb, ...more] = positionals;
  if (more.length > 0 || (verb !== undefined && verb !== 'list')) {
    throw new Misused(`There is no command "${positionals.join(' ')}".`);
  }
  await withSite(async ({ winners, bikes }) => {
    const decided = verb ? await winners.service.decided(winnersShown) : await winners.service.decideDue();
    if (!decided) return say('Another process decides just now: see what came of it with "npm run winners -- list".');
    if (decided.length === 0) say(verb ? 'No week was decided yet.' : 'Every week that is over was decided before.');
    for (const decision of decided) say(await told(decision, bikes));
  });
}

function read(args: string[]) {
  try {
    return parseArgs({ args, options: { help: { type: 'boolean', short: 'h' } }, allowPositionals: true });
  } catch (error) {
    throw new Misused((error as Error).message);
  }
}

await command(main, usage);
