import { glob, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

type Import = { from: string; to: string; line: string };

const root = join(import.meta.dirname, '../..');
const alias: Record<string, string> = {
  '#contract/': 'api/contract/',
  '#api/': 'api/',
  '#src/': 'src/',
  '#tests/': 'tests/',
};
const statement =
  /(?:^|\n)\s*(?:import|export)\s[^'";]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** A file's path from the root for our own modules, the bare name for packages. */
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

/** The imports that a rule forbids, as readable lines. */
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
  expect(has('api/app.ts', 'api/features/bikes/bikes.service.ts')).toBe(true);
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

  test('the page and the worker see nothing of the server but the contract', () => {
    expect(
      breaking(
        ({ from, to }) => inside('src/', 'sw/')(from) && to.startsWith('api/') && !to.startsWith('api/contract/'),
      ),
    ).toEqual([]);
  });

  test('the worker sees the contract, the offline core and the ground below it only', () => {
    const seen = inside('sw/', 'api/contract/', 'src/offline/', 'src/ground/');
    expect(breaking(({ from, to }) => from.startsWith('sw/') && /^(api|src|sw)\//.test(to) && !seen(to))).toEqual([]);
  });

  test('the offline core knows no React and no screens', () => {
    const above = ['react', 'react-dom', 'jotai', 'dexie-react-hooks', 'react-router'];
    expect(
      breaking(
        ({ from, to }) =>
          from.startsWith('src/offline/') &&
          (above.includes(to) || inside('src/ui/', 'src/features/', 'src/screens/', 'src/app/')(to)),
      ),
    ).toEqual([]);
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

  test('parts do not know the screens, nor screens the app', () => {
    expect(
      breaking(
        ({ from, to }) =>
          inside('src/ui/', 'src/http/', 'src/session/', 'src/offline/')(from) &&
          inside('src/features/', 'src/screens/', 'src/app/')(to),
      ),
    ).toEqual([]);
    expect(
      breaking(({ from, to }) => from.startsWith('src/features/') && inside('src/screens/', 'src/app/')(to)),
    ).toEqual([]);
    expect(breaking(({ from, to }) => from.startsWith('src/screens/') && inside('src/app/')(to))).toEqual([]);
  });
});

describe('each vendor has one home', () => {
  const homes: [string, (path: string) => boolean][] = [
    [
      'mongodb',
      (path) =>
        path.endsWith('.store.ts') || inside('api/platform/', 'api/embedded-mongo/')(path) || path === 'api/app.ts',
    ],
    ['hono', (path) => path.endsWith('.routes.ts') || inside('api/platform/')(path) || path === 'api/app.ts'],
    ['lucia', inside('api/platform/sessions/')],
    ['aws4fetch', inside('api/platform/storage/')],
    ['ofetch', inside('src/http/')],
    ['radix-ui', inside('src/ui/')],
    ['dexie', inside('src/offline/')],
    ['dexie-react-hooks', (path) => path.endsWith('.queries.ts')],
    ['sharp', (path) => path.endsWith('.worker.ts') || inside('api/demo/')(path)],
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
  const contracts = (await Array.fromAsync(glob('api/contract/*.ts', { cwd: root }))).map(
    (path) => /([^/]+)\.ts$/.exec(path)?.[1],
  );
  const features = new Set(files.flatMap((path) => featureOf(path) ?? []));
  expect([...features].filter((name) => !contracts.includes(name) && name !== 'outbox')).toEqual([]);
});

test('nothing is a default export but what a tool asks for', async () => {
  const defaults: string[] = [];
  for (const path of files) {
    if (/^export default/m.test(await readFile(join(root, path), 'utf8'))) defaults.push(path);
  }
  expect(defaults).toEqual([]);
});
