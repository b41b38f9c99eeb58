import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Names that `pattern` captures in the files. */
async function namesIn(files: string, pattern: RegExp): Promise<string[]> {
  const paths = await Array.fromAsync(glob(files, { cwd: root }));
  const texts = await Promise.all(paths.map((path) => readFile(join(root, path), 'utf8')));
  return texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));
}

test('an endpoint, a mutation and an action of one deed differ in their names', async () => {
  const endpoints = await namesIn('api/contract/**/*.ts', /^export const (\w+) = endpoint\(/gm);
  const mutations = await namesIn('src/**/*.ts', /^(?:export )?const (\w+) = defineMutation\(/gm);
  const actions = await namesIn('src/**/*.actions.ts', /^export (?:async function|function|const) (\w+)/gm);
  for (const names of [endpoints, mutations, actions]) expect(names.length).toBeGreaterThan(30);
  expect(mutations.filter((name) => !name.endsWith('Mutation'))).toEqual([]);
  expect([...endpoints, ...actions].filter((name) => name.endsWith('Mutation'))).toEqual([]);
  expect(actions.filter((name) => endpoints.includes(name))).toEqual([]);
});
