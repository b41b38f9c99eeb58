import { join } from 'node:path';
import { expect, test } from 'vitest';
import { looseTexts } from './loose-texts.ts';

test('a text beside elements that come and go, and a text that changes, stands in an element of its own', () => {
  const { found, files } = looseTexts(join(import.meta.dirname, '../..'));
  expect(found).toEqual([]);
  expect(files).toBeGreaterThan(250);
});
