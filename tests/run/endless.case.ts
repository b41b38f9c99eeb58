import { test } from 'vitest';
import { Site } from '#tests/kit/site.ts';

test('never ends', async () => {
  const { port } = await Site.start();
  process.stdout.write(`The site is at port ${port}.\n`);
  await new Promise(() => undefined);
});
