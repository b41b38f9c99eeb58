import { glob, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Import, type Rooms, reachedFrom, roomOf, strayImports } from './graph.ts';

const root = join(import.meta.dirname, '../..');
const alias: Record<string, string> = {
  '#contract/': 'api/contract/',
  '#api/': 'api/',
  '#src/': 'src/',
  '#tests/': 'tests/',
};
const statement =
  /(?:^|\n)\s*(?:import|export)\s[^'";]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Resolves an import: path from the root for our own modules, the bare name for packages. */
function target(from: string, name: string): string {
  if (name.startsWith('.')) return normalize(join(dirname(from), name));
  const prefix = Object.keys(alias).find((one) => name.startsWith(one));
  if (prefix) return (alias[prefix] ?? '') + name.slice(prefix.length);
  const [scope = '', rest = ''] = name.split('/');
  return scope.startsWith('@') ? `${scope}/${rest}` : scope;
}

async function importsOf(from: string): Promise<Import[]> {
  const text = await readFile(join(root, from), 'utf8');
  return [...text.matchAll(statement)].map((match) => {
    const name = match[1] ?? match[2] ?? match[3] ?? '';
    return { from, to: target(from, name), line: match[0].trim() };
  });
}

let files: string[] = [];
let imports: Import[] = [];
beforeAll(async () => {
  files = await Array.fromAsync(glob('{api,src,sw}/**/*.{ts,tsx}', { cwd: root }));
  imports = (await Promise.all(files.map(importsOf))).flat();
});

/** Returns the imports that a rule forbids, as readable lines. */
const breaking = (forbidden: (one: Import) => boolean) =>
  imports.filter(forbidden).map(({ from, to }) => `${from} -> ${to}`);

const isTest = (path: string) => path.includes('/tests/');
const inside =
  (...folders: string[]) =>
  (path: string) =>
    folders.some((folder) => path.startsWith(folder));
const featureOf = (path: string) => /^(api|src)\/features\/([^/]+)\//.exec(path)?.[2] ?? null;

test('the reader of imports is not blind', () => {
  expect(files.length).toBeGreaterThan(100);
  const has = (from: string, to: string) => imports.some((one) => one.from === from && one.to === to);
  expect(has('api/features/bikes/bikes.routes.ts', 'api/contract/bikes.ts')).toBe(true);
  expect(has('api/features/bikes/bikes.routes.ts', 'hono')).toBe(true);
  expect(has('api/features/bikes/bikes.routes.ts', 'api/features/bikes/bikes.service.ts')).toBe(true);
  expect(has('api/modules/bikes.ts', 'api/features/bikes/bikes.service.ts')).toBe(true);
});

describe('imports point one way', () => {
  test('the contract knows nothing of ours', () => {
    expect(
      breaking(
        ({ from, to }) =>
          from.startsWith('api/contract/') && /^(api|src|sw)\//.test(to) && !to.startsWith('api/contract/'),
      ),
    ).toEqual([]);
  });

  test('the embedded database knows nothing of ours', () => {
    const own = inside('api/embedded-mongo/');
    expect(breaking(({ from, to }) => own(from) && /^(api|src|sw|tests)\//.test(to) && !own(to))).toEqual([]);
  });

  test('the platform knows no feature', () => {
    expect(
      breaking(
        ({ from, to }) =>
          from.startsWith('api/platform/') && inside('api/features/', 'api/demo/', 'api/catalog/', 'api/cli/')(to),
      ),
    ).toEqual([]);
  });

  test('a store does not know its service, nor a service its routes', () => {
    expect(breaking(({ from, to }) => from.endsWith('.store.ts') && /\.(service|routes)\.ts$/.test(to))).toEqual([]);
    expect(breaking(({ from, to }) => from.endsWith('.service.ts') && to.endsWith('.routes.ts'))).toEqual([]);
  });

  test('features are strangers to each other', () => {
    expect(
      breaking(({ from, to }) => {
        const here = featureOf(from);
        const there = featureOf(to);
        return here !== null && there !== null && here !== there;
      }),
    ).toEqual([]);
  });
});

/** Allowed imports of each folder of the page, and of the worker. Everything else is forbidden. */
const rooms: Rooms = {
  lib: ['contract'],
  api: ['contract', 'lib'],
  // The queue, its storage and the cache that it changes know each other, but neither React nor a feature.
  storage: ['contract', 'lib', 'outbox', 'warm-start'],
  'warm-start': ['contract', 'storage'],
  cache: ['contract', 'lib', 'storage', 'outbox', 'drafts'],
  outbox: ['contract', 'lib', 'storage', 'cache', 'drafts'],
  drafts: ['contract', 'lib', 'storage', 'outbox'],
  mutations: ['contract', 'storage', 'outbox', 'action-state'],
  'registry.ts': ['outbox', 'registry.mutations.ts'],
  'registry.mutations.ts': ['outbox', 'features'],
  // The only way to the API: it stores each call's result.
  'action-state': ['contract', 'lib', 'api'],
  session: ['contract', 'lib', 'storage', 'cache', 'outbox', 'warm-start', 'action-state'],
  ui: ['contract'],
  queries: ['contract', 'lib', 'storage', 'cache', 'outbox', 'warm-start', 'action-state', 'session', 'ui'],
  // For forms that send directly, without the outbox.
  forms: ['contract', 'lib', 'action-state', 'queries', 'ui'],
  features: [
    'contract',
    'lib',
    'storage',
    'cache',
    'outbox',
    'drafts',
    'mutations',
    'action-state',
    'session',
    'queries',
    'forms',
    'ui',
  ],
  screens: [
    'contract',
    'registry.mutations.ts',
    'storage',
    'cache',
    'outbox',
    'drafts',
    'session',
    'queries',
    'forms',
    'features',
    'ui',
  ],
  app: [
    'contract',
    'lib',
    'storage',
    'cache',
    'outbox',
    'drafts',
    'warm-start',
    'session',
    'queries',
    'features',
    'screens',
    'ui',
    'package.json',
  ],
  'main.tsx': ['contract', 'registry.ts', 'lib', 'storage', 'outbox', 'warm-start', 'session', 'queries', 'app', 'ui'],
  // Runs before the rest of the page has loaded.
  'hydrate-when-idle.ts': [],
  // Runs before the first paint.
  'theme.ts': [],
  // Renders pages without a browser.
  'server.tsx': ['contract', 'queries', 'app', 'ui'],
  sw: ['contract', 'lib', 'storage', 'cache', 'outbox', 'drafts', 'registry.ts', 'registry.mutations.ts'],
};
/** The only packages that code shared by page and worker may import. */
const belowTheScreens = /^(dexie|valibot|workbox-[a-z-]+)$/;

describe('the rooms of the page', () => {
  test('each sees those below it only', () => {
    expect(strayImports(imports, rooms)).toEqual([]);
  });

  test('every folder of src is a room of the list', () => {
    const found = new Set(files.filter((path) => path.startsWith('src/')).map(roomOf));
    expect([...found].filter((room) => !(room in rooms) && !room.endsWith('.d.ts'))).toEqual([]);
  });

  test('a pair that is not in the list is found, and so is a folder that is new', () => {
    const line = "import { x } from './x.ts';";
    const upwards = { from: 'src/outbox/flush-outbox.ts', to: 'src/api/api.ts', line };
    const fromUi = { from: 'src/ui/button.tsx', to: 'src/lib/value.ts', line };
    const fromNew = { from: 'src/helpers/x.ts', to: 'src/ui/button.tsx', line };
    const toServer = { from: 'src/app/app.tsx', to: 'api/platform/config.ts', line };
    const fine = { from: 'src/queries/read.ts', to: 'src/lib/failure.ts', line };
    expect(strayImports([upwards, fromUi, fromNew, toServer, fine], rooms)).toHaveLength(4);
  });
});

describe('React', () => {
  test('is not reached from the worker through any chain, nor is anything else but what it needs', () => {
    const reached = reachedFrom('sw/worker.ts', imports);
    expect([...reached.keys()]).toEqual(
      expect.arrayContaining(['src/outbox/flush-outbox.ts', 'src/features/likes/likes.mutations.ts', 'dexie']),
    );
    const packages = [...reached].filter(([to]) => !/^(api|src|sw)\//.test(to));
    const stray = packages.filter(([to]) => !belowTheScreens.test(to));
    expect(stray.map(([, chain]) => chain.join(' -> '))).toEqual([]);
  });

  test('is not reached from any file of the queue, what it is stored in, or the helpers below', () => {
    const stray = files
      .filter(inside('src/storage/', 'src/cache/', 'src/outbox/', 'src/drafts/', 'src/warm-start/', 'src/lib/'))
      .flatMap((file) => [...reachedFrom(file, imports)])
      .filter(([to]) => !/^(api|src|sw)\//.test(to) && !belowTheScreens.test(to));
    expect(stray.map(([, chain]) => chain.join(' -> '))).toEqual([]);
  });

  test('is found at the end of a chain, but not where only a type is taken', () => {
    const line = "import { x } from 'x';";
    const chain = [
      { from: 'sw/worker.ts', to: 'src/outbox/run-flush.ts', line },
      { from: 'src/outbox/run-flush.ts', to: 'src/session/use-session.ts', line },
      { from: 'src/session/use-session.ts', to: 'react', line },
    ];
    expect(reachedFrom('sw/worker.ts', chain).get('react')).toHaveLength(4);
    const typed = chain.map((one) => (one.to === 'react' ? { ...one, line: `import type { x } from 'react';` } : one));
    expect(reachedFrom('sw/worker.ts', typed).has('react')).toBe(false);
  });
});

test('the parts of the site are put together in one place', () => {
  const isPart = inside('api/modules/');
  expect(breaking(({ from, to }) => isPart(to) && !isPart(from) && from !== 'api/app.ts')).toEqual([]);
});

describe('each vendor has one home', () => {
  const homes: [string, (path: string) => boolean][] = [
    [
      'mongodb',
      (path) => path.endsWith('.store.ts') || inside('api/platform/', 'api/embedded-mongo/', 'api/modules/')(path),
    ],
    [
      'hono',
      (path) =>
        path.endsWith('.routes.ts') ||
        inside('api/platform/', 'api/ssr/', 'api/modules/')(path) ||
        path === 'api/app.ts',
    ],
    ['lucia', inside('api/platform/sessions/')],
    ['aws4fetch', inside('api/platform/storage/')],
    ['ofetch', inside('src/api/')],
    ['radix-ui', inside('src/ui/')],
    ['dexie', inside('src/storage/')],
    ['dexie-react-hooks', inside('src/queries/')],
    ['sharp', (path) => path.endsWith('.worker.ts') || inside('api/demo/', 'api/features/photos/photos.card.ts')(path)],
  ];
  test.each(homes)('%s', (vendor, home) => {
    const users = imports.filter((one) => one.to === vendor && !isTest(one.from));
    expect(users.length).toBeGreaterThan(0);
    expect(users.map((one) => one.from).filter((from) => !home(from))).toEqual([]);
  });
});

test('there are no cycles', () => {
  const next = new Map<string, string[]>();
  for (const { from, to, line } of imports) {
    if (files.includes(to) && !line.startsWith('import type')) next.set(from, [...(next.get(from) ?? []), to]);
  }
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (done.has(file) || path.includes(file)) return;
    for (const to of next.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(cycles).toEqual([]);
});

test('a feature has one name', async () => {
  const contracts = (await Array.fromAsync(glob('api/contract/**/*.ts', { cwd: root }))).map(
    (path) => /^api\/contract\/([^/.]+)/.exec(path)?.[1],
  );
  const features = new Set(files.flatMap((path) => featureOf(path) ?? []));
  expect([...features].filter((name) => !contracts.includes(name) && name !== 'outbox')).toEqual([]);
});

test('no feature of the server knows of the sample community', async () => {
  const knowing: string[] = [];
  for (const path of files.filter(inside('api/features/'))) {
    if (/demo/i.test(await readFile(join(root, path), 'utf8'))) knowing.push(path);
  }
  expect(knowing).toEqual([]);
});

test('nothing is a default export but what a tool asks for', async () => {
  const defaults: string[] = [];
  for (const path of files) {
    if (/^export default/m.test(await readFile(join(root, path), 'utf8'))) defaults.push(path);
  }
  expect(defaults).toEqual([]);
});

test('what a test puts in place of a module is out of the way of other tests', async () => {
  const placing: string[] = [];
  for await (const path of glob('{tests,api}/**/*.test.ts', { cwd: root })) {
    if (/^\s*vi\.(?:mock|doMock)\(/m.test(await readFile(join(root, path), 'utf8'))) placing.push(path);
  }
  expect(placing).toContain('tests/screens/drawable-content.mocked.test.ts');
  expect(placing.filter((path) => !path.endsWith('.mocked.test.ts'))).toEqual([]);
});
