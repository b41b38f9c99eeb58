import { SearchFailure } from '#api/features/search/open-search/client.ts';
import { command, say, withSite } from './command-line.ts';
import { Misused, readArgs } from './misused.ts';

const usage = `npm run reindex

  Rebuilds the search index and the word counts, even while the site runs. The site keeps them up to date by itself.
  Use this after the database was changed by other means, or restored. With SEARCH_URL, searches use the old index
  until the new one is complete. If it was interrupted, run it again.
`;

const perLine = 5_000;
const figure = (n: number) => n.toLocaleString('en-US');

async function main(args: string[]): Promise<void> {
  const { positionals, values } = readArgs(args, {});
  if (values.help) return say(usage);
  if (positionals.length > 0) throw new Misused(`There is no command "${positionals.join(' ')}".`);
  await withSite(async ({ search }) => {
    let lastReport = 0;
    const report = (what: string) => (done: number, all: number) => {
      if (done !== all && done - lastReport < perLine) return;
      lastReport = done === all ? 0 : done;
      say(`${figure(done)} of ${figure(all)} ${what}`);
    };
    const { bikes, tokens, indexed } = await search.reindex({
      bikes: report('bikes'),
      tokens: report('words'),
      index: report('bikes in OpenSearch'),
    });
    if (indexed !== null) say(`The new index in OpenSearch has ${figure(indexed)} bikes.`);
    say(`${figure(bikes)} ${bikes === 1 ? 'bike' : 'bikes'} indexed, ${figure(tokens)} words counted.`);
  });
}

await command(main, usage, [SearchFailure]);
