import { writeFile } from 'node:fs/promises';
import { type Locked, lockPath, readLock, type Unnamed, unnamedIn } from './lock.ts';

const platform =
  /(?:^|[-/])(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-([a-z0-9]+)(?:-(\w+))?$/;

/** Derives the platform from the package's name, enough for npm to skip it on other platforms. */
function entryOf({ name, version, dev }: Unnamed): Locked {
  const [, os, cpu, abi = ''] = platform.exec(name) ?? [];
  if (!os || !cpu) throw new Error(`${name} does not say which platform it is for.`);
  const libc = os === 'linux' ? { libc: [abi.startsWith('musl') ? 'musl' : 'glibc'] } : {};
  return { version, cpu: [cpu], ...(dev && { dev }), ...libc, optional: true, os: [os] };
}

/**
 * Removes fields that only cost an installation: engines, which npm compares with the Node that runs it instead of the
 * packaged one, and optional peers, which would bring development packages into production.
 */
function trim(one: Locked): void {
  delete one.engines;
  for (const [name, { optional }] of Object.entries(one.peerDependenciesMeta ?? {})) {
    if (optional) delete one.peerDependencies?.[name];
  }
  delete one.peerDependenciesMeta;
}

const lock = await readLock();
for (const [path, one] of Object.entries(lock.packages)) if (path) trim(one);
const unnamed = unnamedIn(lock);
for (const one of unnamed) lock.packages[`node_modules/${one.name}`] = entryOf(one);
const inOrder = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
await writeFile(lockPath, `${JSON.stringify({ ...lock, packages: Object.fromEntries(inOrder) }, null, 2)}\n`);
process.stdout.write(`Named ${unnamed.length} packages of other platforms in the lock file.\n`);
