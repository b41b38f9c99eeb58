import { parseArgs } from 'node:util';
import { command, say, withSite } from './command-line.ts';
import { Misused } from './misused.ts';

const usage = `npm run reindex

  Writes anew what bikes are found by, and counts how many bikes have each word, also beside the running site. The site
  keeps both up by itself; this is for a database that was changed by other means.
`;

const perLine = 5_000;
const figure = (n: number) => n.toLocaleString('en-US');

async function main(args: string[]): Promise<void> {
  const { positionals, values } = read(args);
  if (values.help) return say(usage);
  if (positionals.length > 0) throw new Misused(`There is no command "${positionals.join(' ')}".`);
  await withSite(async ({ search }) => {
    let told = 0;
    const tell = (what: string) => (done: number, all: number) => {
      if (done !== all && done - told < perLine) return;
      told = done === all ? 0 : done;
      say(`${figure(done)} of ${figure(all)} ${what}`);
    };
    const { bikes, words } = await search.reindex({ bikes: tell('bikes'), words: tell('words') });
    say(`${figure(bikes)} ${bikes === 1 ? 'bike was' : 'bikes were'} written anew; ${figure(words)} words are known.`);
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
