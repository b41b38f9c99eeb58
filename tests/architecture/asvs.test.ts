import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const document = await readFile(join(root, '.github/ASVS.md'), 'utf8');
const rows = [...document.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, number = '', what = '', answer = '']) => ({ number, what, answer }),
);

/** Requirements of level 2 in the six chapters of OWASP ASVS 4.0.3: the last number of each section. Level 3 and deleted ones are left out. */
const sections: Record<string, number> = {
  ...{ '2.1': 12, '2.2': 3, '2.3': 3, '2.4': 5, '2.5': 7, '2.6': 3, '2.7': 6, '2.8': 7, '2.9': 3, '2.10': 4 },
  ...{ '3.1': 1, '3.2': 4, '3.3': 4, '3.4': 5, '3.5': 3, '3.7': 1, '4.1': 5, '4.2': 2, '4.3': 3 },
  ...{ '7.1': 4, '7.2': 2, '7.3': 4, '7.4': 3, '11.1': 8, '13.1': 5, '13.2': 6, '13.3': 2, '13.4': 2 },
};
const deleted = ['4.1.4', '7.3.2', '13.1.2', '13.2.4'];

test('each requirement of level 2 has one row, in order', () => {
  const all = Object.entries(sections).flatMap(([section, last]) =>
    Array.from({ length: last }, (_, index) => `${section}.${index + 1}`),
  );
  expect(rows.map(({ number }) => number)).toEqual(all.filter((number) => !deleted.includes(number)));
});

test('each row is answered, and what is met names a test', () => {
  for (const { number, answer } of rows) {
    expect(answer, number).toMatch(/^(?:met|not met|does not apply)(?: \(to be checked\))?: /);
    if (answer.startsWith('met')) expect(answer, number).toMatch(/`tests\//);
  }
});

test('each test that is named exists', () => {
  const paths = [...document.matchAll(/`(tests\/[^`\s]+)`/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
