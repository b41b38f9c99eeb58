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
/** The pattern of files that Vite imports all at once. */
const globbed = /\bimport\.meta\.glob(?:<[^(]*>)?\(\s*'([^']+)'/g;

/** Resolves an import: path from the root for our own modules, the bare name for packages. */
function target(from: string, name: string): string {
  if (name.startsWith('.')) return normalize(join(dirname(from), name));
  const prefix = Object.keys(alias).find((one) => name.startsWith(one));
  if (prefix) return (alias[prefix] ?? '') + name.slice(prefix.length);
  if (name === 'jotai/vanilla') return name;
  const [scope = '', rest = ''] = name.split('/');
  return scope.startsWith('@') ? `${scope}/${rest}` : scope;
}

async function importsOf(from: string): Promise<Import[]> {
  const text = await readFile(join(root, from), 'utf8');
  const named = [...text.matchAll(statement)].map((match) => {
    const name = match[1] ?? match[2] ?? match[3] ?? '';
    return { from, to: target(from, name), line: match[0].trim() };
  });
  const patterns = [...text.matchAll(globbed)].map(([line, pattern = '']) => ({ line, pattern }));
  const matched = patterns.map(async ({ line, pattern }) =>
    (await Array.fromAsync(glob(target(from, pattern), { cwd: root }))).map((to) => ({ from, to, line })),
  );
  return [...named, ...(await Promise.all(matched)).flat()];
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

/** The features that a feature may import, each from above it in its list. All others meet on a screen or in a module. */
const builtOn: Readonly<Record<string, Rooms>> = {
  api: {
    // Helps with accounts: their states, the log and the export are its subject.
    'account-help': ['accounts', 'moderation', 'export'],
    // Bikes count each kind of reaction alike.
    comments: ['bikes'],
    favorites: ['bikes'],
    likes: ['bikes'],
    // Its pages are lists of bikes.
    makers: ['bikes'],
    // They are stored in the bikes, in one write with the parts list.
    updates: ['bikes'],
    views: ['bikes'],
  },
  src: {
    // Lists leave out blocked members. Cards show what waits in a draft.
    bikes: ['blocks', 'drafts'],
    // Its own feature, because a bike's page needs none of it.
    'bike-form': ['drafts', 'bikes'],
    comments: ['blocks'],
    conversations: ['blocks'],
    // Keepers are invited by name, as members are mentioned.
    favorites: ['blocks', 'comments'],
    // Its entries are bikes, and say what is followed.
    feed: ['blocks', 'bikes', 'follows'],
    makers: ['bikes'],
    preferences: ['languages'],
    search: ['blocks', 'bikes'],
    // Their form is a part of the bike's, and their photos wait as those of bikes do.
    updates: ['drafts', 'bikes', 'bike-form'],
  },
};

test('the import reader finds every form of import', () => {
  expect(files.length).toBeGreaterThan(100);
  const has = (from: string, to: string) => imports.some((one) => one.from === from && one.to === to);
  expect(has('api/features/bikes/bikes.routes.ts', 'api/contract/bikes.ts')).toBe(true);
  expect(has('api/features/bikes/bikes.routes.ts', 'hono')).toBe(true);
  expect(has('api/features/bikes/bikes.routes.ts', 'api/features/bikes/bikes.service.ts')).toBe(true);
  expect(has('src/registry.mutations.ts', 'src/features/likes/likes.mutations.ts')).toBe(true);
  expect(has('api/modules/bikes.module.ts', 'api/features/bikes/bikes.service.ts')).toBe(true);
});

describe('imports follow the layers', () => {
  test('the contract imports none of our other code', () => {
    expect(
      breaking(
        ({ from, to }) =>
          from.startsWith('api/contract/') && /^(api|src|sw)\//.test(to) && !to.startsWith('api/contract/'),
      ),
    ).toEqual([]);
  });

  test('the embedded database imports none of our other code', () => {
    const own = inside('api/embedded-mongo/');
    expect(breaking(({ from, to }) => own(from) && /^(api|src|sw|tests)\//.test(to) && !own(to))).toEqual([]);
  });

  test('the platform imports no feature', () => {
    expect(
      breaking(
        ({ from, to }) =>
          from.startsWith('api/platform/') &&
          inside('api/features/', 'api/demo/', 'api/catalog/', 'api/cli/', 'api/build/')(to),
      ),
    ).toEqual([]);
  });

  test('a store does not import its service, nor a service its routes', () => {
    expect(breaking(({ from, to }) => from.endsWith('.store.ts') && /\.(service|routes)\.ts$/.test(to))).toEqual([]);
    expect(breaking(({ from, to }) => from.endsWith('.service.ts') && to.endsWith('.routes.ts'))).toEqual([]);
  });

  test('features do not import each other, but for those that they are built on', () => {
    expect(
      breaking(({ from, to }) => {
        const here = featureOf(from);
        const there = featureOf(to);
        const below = builtOn[from.split('/')[0] ?? '']?.[here ?? ''] ?? [];
        return here !== null && there !== null && here !== there && !below.includes(there);
      }),
    ).toEqual([]);
  });

  test.each(Object.entries(builtOn))('the features of %s are built on each other one way', (side, features) => {
    const order = Object.keys(features);
    const upwards = Object.entries(features).flatMap(([feature, below]) =>
      below.filter((one) => order.indexOf(one) >= order.indexOf(feature)).map((one) => `${feature} -> ${one}`),
    );
    expect(upwards).toEqual([]);
    const used = imports.filter(({ from }) => from.startsWith(`${side}/`));
    const idle = Object.entries(features).flatMap(([feature, below]) =>
      below
        .filter((one) => !used.some(({ from, to }) => featureOf(from) === feature && featureOf(to) === one))
        .map((one) => `${feature} -> ${one}`),
    );
    expect(idle).toEqual([]);
  });
});

/**
 * Allowed imports of each folder of the page, and of the worker. Everything else is forbidden. Each room sees only rooms
 * above it in this list.
 */
const rooms: Rooms = {
  lib: ['contract'],
  api: ['contract', 'lib'],
  // Reads rows before the rest of the page has loaded.
  'warm-start': ['contract'],
  // The queue, its storage and the cache that it changes know neither React nor a feature.
  storage: ['contract', 'lib', 'warm-start'],
  cache: ['contract', 'lib', 'storage'],
  outbox: ['contract', 'lib', 'storage', 'cache'],
  // The news that page and worker notify of.
  notifications: ['contract', 'lib', 'storage', 'cache', 'outbox'],
  photos: ['contract', 'storage', 'outbox'],
  // The only way to the API: it sends or queues, and stores each action's result.
  actions: ['contract', 'lib', 'api', 'storage', 'outbox'],
  session: ['contract', 'lib', 'storage', 'cache', 'outbox', 'warm-start', 'actions'],
  ui: ['contract'],
  queries: ['contract', 'lib', 'storage', 'cache', 'outbox', 'warm-start', 'actions', 'session', 'ui'],
  // For forms that send directly, without the outbox.
  forms: ['contract', 'lib', 'actions', 'queries', 'ui'],
  features: [
    'contract',
    'lib',
    'storage',
    'cache',
    'outbox',
    'notifications',
    'photos',
    'actions',
    'session',
    'queries',
    'forms',
    'ui',
  ],
  'registry.mutations.ts': ['outbox', 'photos', 'features'],
  'registry.ts': ['outbox', 'features', 'registry.mutations.ts'],
  screens: [
    'contract',
    'registry.mutations.ts',
    'storage',
    'cache',
    'outbox',
    'actions',
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
    'warm-start',
    'session',
    'queries',
    'actions',
    'forms',
    'features',
    'screens',
    'ui',
    'package.json',
  ],
  'main.tsx': ['contract', 'registry.ts', 'lib', 'session', 'queries', 'app', 'ui'],
  // Runs before the rest of the page has loaded.
  'hydrate-when-idle.ts': [],
  // Runs before the first paint.
  'theme.ts': [],
  // Renders pages without a browser.
  'server.tsx': ['contract', 'queries', 'app', 'ui'],
  sw: ['contract', 'lib', 'storage', 'cache', 'outbox', 'notifications', 'registry.ts', 'registry.mutations.ts'],
};
/** The only packages that code shared by page and worker may import. */
const belowTheScreens = /^(dexie|jotai\/vanilla|valibot|workbox-[a-z-]+)$/;

describe('the folders of the page', () => {
  test('each imports the allowed folders only', () => {
    expect(strayImports(imports, rooms)).toEqual([]);
  });

  test('the list is in order: no two rooms see each other, not even through others', () => {
    const order = ['contract', 'package.json', ...Object.keys(rooms)];
    const upwards = Object.entries(rooms).flatMap(([room, seen]) =>
      seen.filter((other) => order.indexOf(other) >= order.indexOf(room)).map((other) => `${room} -> ${other}`),
    );
    expect(upwards).toEqual([]);
  });

  test('every folder of src is a room of the list', () => {
    const found = new Set(files.filter((path) => path.startsWith('src/')).map(roomOf));
    expect([...found].filter((room) => !(room in rooms) && !room.endsWith('.d.ts'))).toEqual([]);
  });

  test('a forbidden import and a new folder are both reported', () => {
    const line = "import { x } from './x.ts';";
    const upwards = { from: 'src/outbox/flush-outbox.ts', to: 'src/api/api.ts', line };
    const fromUi = { from: 'src/ui/button.tsx', to: 'src/lib/idle.ts', line };
    const fromNew = { from: 'src/helpers/x.ts', to: 'src/ui/button.tsx', line };
    const toServer = { from: 'src/app/app.tsx', to: 'api/platform/settings/config.ts', line };
    const fine = { from: 'src/queries/read.ts', to: 'src/lib/failure.ts', line };
    expect(strayImports([upwards, fromUi, fromNew, toServer, fine], rooms)).toHaveLength(4);
  });
});

describe('React', () => {
  test('is not reachable from the worker, nor is any package that it does not need', () => {
    const reached = reachedFrom('sw/worker.ts', imports);
    expect([...reached.keys()]).toEqual(
      expect.arrayContaining(['src/outbox/flush-outbox.ts', 'src/features/likes/likes.mutations.ts', 'dexie']),
    );
    const packages = [...reached].filter(([to]) => !/^(api|src|sw)\//.test(to));
    const stray = packages.filter(([to]) => !belowTheScreens.test(to));
    expect(stray.map(([, chain]) => chain.join(' -> '))).toEqual([]);
  });

  test('is not reachable from the outbox, its storage or the helpers below', () => {
    const drafts = 'src/features/drafts/';
    const stray = files
      .filter(inside('src/storage/', 'src/cache/', 'src/outbox/', 'src/photos/', 'src/warm-start/', 'src/lib/', drafts))
      .filter((file) => !/\.(?:actions|queries)\.ts$/.test(file))
      .flatMap((file) => [...reachedFrom(file, imports)])
      .filter(([to]) => !/^(api|src|sw)\//.test(to) && !belowTheScreens.test(to));
    expect(stray.map(([, chain]) => chain.join(' -> '))).toEqual([]);
  });

  test('is found at the end of an import chain, but type imports do not count', () => {
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

describe('the modules of the server', () => {
  const isModule = inside('api/modules/');

  test('are put together in one place', () => {
    expect(breaking(({ from, to }) => isModule(to) && !isModule(from) && from !== 'api/app.ts')).toEqual([]);
  });

  test('are one for each feature, by its name', () => {
    const features = new Set(files.filter(inside('api/features/')).flatMap((path) => featureOf(path) ?? []));
    const modules = files.flatMap((path) => /^api\/modules\/(.+)\.module\.ts$/.exec(path)?.[1] ?? []);
    // The sample community is no feature.
    expect(modules.filter((name) => name !== 'demo').sort()).toEqual([...features].sort());
  });
});

test('client state is in atoms; what only the browser knows is read in one place', async () => {
  const watching: string[] = [];
  for (const path of files.filter(inside('src/'))) {
    if ((await readFile(join(root, path), 'utf8')).includes('useSyncExternalStore')) watching.push(path);
  }
  expect(watching).toEqual(['src/ui/use-browser-value.ts']);
});

describe('one file imports each vendor', () => {
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
    ['@prometheus-io/client', inside('api/platform/telemetry/metrics.ts')],
    ['@opentelemetry/api', inside('api/platform/telemetry/traces.ts')],
    ['@opentelemetry/sdk-trace', inside('api/platform/telemetry/traces.ts')],
    ['ofetch', inside('src/api/')],
    ['radix-ui', inside('src/ui/')],
    ['dexie', inside('src/storage/')],
    ['dexie-react-hooks', inside('src/queries/')],
    [
      'sharp',
      (path) =>
        path.endsWith('.worker.ts') ||
        // These draw pictures of our own, never a member's.
        inside('api/features/photos/photos.card.ts', 'api/features/site/site.manifest.routes.ts')(path),
    ],
  ];
  test.each(homes)('imports %s', (vendor, home) => {
    const users = imports.filter((one) => one.to === vendor && !isTest(one.from));
    expect(users.length).toBeGreaterThan(0);
    expect(users.map((one) => one.from).filter((from) => !home(from))).toEqual([]);
  });
});

test('the packages of metrics and traces are loaded only when a setting asks for them', () => {
  const loaded = imports.filter(({ to }) => /telemetry\/(?:metrics|traces)\.ts$/.test(to));
  expect(loaded.length).toBeGreaterThan(1);
  expect(loaded.filter(({ line }) => !/^import(?: type|\()/.test(line))).toEqual([]);
});

test('there are no import cycles', () => {
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

const linesOf = (text: string) => text.split('\n').length - 1;
/** A file with a role that its name says. */
const role = /[./](actions|alerts|cache|effects|erasure|export|mutations|queries|routes|store|worker)\.ts$/;
/** Short files that stand alone: one for each cached table, one for each task of the worker, and two more. */
const standAlone = inside(
  'src/cache/values/',
  'sw/',
  // It has a style sheet of its own.
  'src/features/search/swatches.ts',
  // The build's configuration uses it too.
  'api/build/language-links.ts',
  // It is tested alone: nothing secret may pass it.
  'src/features/site/scrub.ts',
);

test('a short helper is in the one neighbouring file that uses it', async () => {
  const short: string[] = [];
  for (const path of files.filter((one) => /^(src|sw|api)\/.*\.ts$/.test(one) && !isTest(one))) {
    const users = imports.filter(({ to }) => to === path);
    const [user, ...others] = new Set(users.map(({ from }) => from));
    if (!user || others.length > 0 || dirname(user) !== dirname(path)) continue;
    if (role.test(path) || role.test(user) || standAlone(path)) continue;
    if (users.some(({ line }) => line.startsWith('import('))) continue;
    const [own, its] = await Promise.all([path, user].map((one) => readFile(join(root, one), 'utf8')));
    if (own && its && linesOf(own) < 30 && linesOf(its) < 150) short.push(`${path} -> ${user}`);
  }
  expect(short).toEqual([]);
});

test('a feature has the same name in every folder', async () => {
  const contracts = (await Array.fromAsync(glob('api/contract/**/*.ts', { cwd: root }))).map(
    (path) => /^api\/contract\/([^/.]+)/.exec(path)?.[1],
  );
  const features = new Set(files.flatMap((path) => featureOf(path) ?? []));
  expect(
    [...features].filter((name) => !contracts.includes(name) && name !== 'outbox' && name !== 'bike-form'),
  ).toEqual([]);
});

test('the queue and the cache name no kind of queued write', async () => {
  const registry = await readFile(join(root, 'src/registry.ts'), 'utf8');
  const kinds = [...registry.matchAll(/^ {2}'([\w.]+)':/gm)].map(([, kind = '']) => kind);
  expect(kinds).toContain('photo.put');
  const naming: string[] = [];
  for (const path of files.filter(inside('src/outbox/', 'src/cache/'))) {
    const text = await readFile(join(root, path), 'utf8');
    naming.push(...kinds.filter((kind) => text.includes(`'${kind}'`)).map((kind) => `${path}: ${kind}`));
  }
  expect(naming).toEqual([]);
});

test('no feature of the server knows of the sample community', async () => {
  const knowing: string[] = [];
  for (const path of files.filter(inside('api/features/'))) {
    if (/demo/i.test(await readFile(join(root, path), 'utf8'))) knowing.push(path);
  }
  expect(knowing).toEqual([]);
});

test('only files that a tool requires to have a default export have one', async () => {
  const defaults: string[] = [];
  for (const path of files) {
    if (/^export default/m.test(await readFile(join(root, path), 'utf8'))) defaults.push(path);
  }
  expect(defaults).toEqual([]);
});

test('a test that mocks modules runs isolated from other tests', async () => {
  const placing: string[] = [];
  for await (const path of glob('{tests,api}/**/*.test.ts', { cwd: root })) {
    if (/^\s*vi\.(?:mock|doMock)\(/m.test(await readFile(join(root, path), 'utf8'))) placing.push(path);
  }
  expect(placing).toContain('tests/screens/ssr-content.mocked.test.ts');
  expect(placing.filter((path) => !path.endsWith('.mocked.test.ts'))).toEqual([]);
});
