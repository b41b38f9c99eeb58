import type { App } from '#api/app.ts';
import { titleOf } from '#contract/bike-names.ts';
import { winnersShown } from '#contract/list-sizes.ts';
import { command, say, withSite } from './command-line.ts';
import { Misused, readArgs } from './misused.ts';

const usage = `npm run winners -- [list]

  Decides Bike of the Week for each past week that has no decision, and prints the results. The site does this by
  itself every Monday after 00:00 UTC. Each week is decided once.

  list    Lists the last decided weeks.
`;

type Decision = NonNullable<Awaited<ReturnType<App['winners']['service']['decideDue']>>>[number];

async function describe({ week, places, eligible }: Decision, bikes: App['bikes']): Promise<string> {
  if (places.length === 0) return `${week}  no winner; ${eligible} ${eligible === 1 ? 'bike' : 'bikes'} could have won`;
  const each = places.map(async ({ rank, bikeId, votes }) => {
    const bike = await bikes.store.find(bikeId);
    const name = bike ? `${titleOf(bike)} by ${bike.owner.username}` : 'an erased bike';
    return `${rank}. ${name} (${bikeId}), ${votes} ${votes === 1 ? 'vote' : 'votes'}`;
  });
  return `${week}  ${(await Promise.all(each)).join('; ')}`;
}

async function main(args: string[]): Promise<void> {
  const { positionals, values } = readArgs(args, {});
  if (values.help) return say(usage);
  const [verb, ...more] = positionals;
  if (more.length > 0 || (verb !== undefined && verb !== 'list')) {
    throw new Misused(`There is no command "${positionals.join(' ')}".`);
  }
  await withSite(async ({ winners, bikes }) => {
    const decided = verb ? await winners.service.decided(winnersShown) : await winners.service.decideDue();
    if (!decided) return say('Another process is deciding right now. See the result with "npm run winners -- list".');
    if (decided.length === 0) say(verb ? 'No week has been decided yet.' : 'All past weeks are decided already.');
    for (const decision of decided) say(await describe(decision, bikes));
  });
}

await command(main, usage);
