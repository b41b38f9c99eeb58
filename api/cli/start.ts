import { ensureBuilt } from './build.ts';

process.stderr.write('Building the page where it is missing or stale …\n');
await ensureBuilt();
await import('./serve.ts');
