import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Environment } from '#api/platform/settings/config.ts';

const readme = join(import.meta.dirname, '../../api/README.md');
const table = /(?<=\n\| variable \| default \| \|\n\| --- \| --- \| --- \|\n)(?:\|.*\n)*/;

type Metadata = { unit?: string; default?: string };

/** Returns the rows of the table, in the order of the schema. */
function rows(): string {
  return Object.entries(Environment.entries)
    .map(([name, { wrapped, default: value }]) => {
      const { unit, default: words }: Metadata = v.getMetadata(wrapped);
      const initial = words ?? (typeof value === 'string' ? [`\`${value}\``, unit].filter(Boolean).join(' ') : 'none');
      const about = v.getDescription(wrapped);
      expect(about, `${name} needs a v.description()`).toBeTruthy();
      return `| \`${name}\` | ${initial} | ${about} |\n`;
    })
    .join('');
}

test('the table of settings in api/README.md is the schema', async () => {
  const text = await readFile(readme, 'utf8');
  expect(text).toMatch(table);
  const how = 'Settings have changed: write the table with "npm test -- tests/platform/settings.test.ts -u"';
  await expect(text.replace(table, rows), how).toMatchFileSnapshot(readme);
});
