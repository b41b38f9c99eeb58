import { ensureBuilt } from './build.ts';

process.stderr.write('Building the page if it is missing or out of date …\n');
await ensureBuilt();
await import('./serve.ts');
