import { expect, test } from 'vitest';
import { TestDatabase } from '#tests/kit/database.ts';
import { Site } from '#tests/kit/site.ts';

test('fails without cleaning up', async () => {
  await TestDatabase.open();
  expect(await Site.start()).toBeNull();
});
