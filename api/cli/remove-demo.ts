import { command, say, withSite } from './command-line.ts';

await command(async () => {
  const bikes = await withSite(({ demo }) => demo.remove());
  say(bikes ? `Removed ${bikes} sample bikes and their members.` : 'This site has no sample community.');
}, '');
