import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const guard = 'src/theme.ts';

test('one listener, before all others, keeps the keys of input methods from every handler', async () => {
  const asking: string[] = [];
  const listening: string[] = [];
  for await (const file of glob('src/**/*.{ts,tsx}', { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8');
    if (/\bkeyCode\b/.test(text)) asking.push(file);
    if (/onKey(?:Down|Up|Press)|'key(?:down|up|press)'/.test(text)) listening.push(file);
  }
  expect(asking).toEqual([guard]);
  expect(listening.length).toBeGreaterThan(12);
  // The guard stops no other event of a key, so no handler listens to one.
  const later = await Promise.all(
    listening.map(async (file) => [file, await readFile(join(root, file), 'utf8')] as const),
  );
  expect(later.filter(([, text]) => /onKey(?:Up|Press)|'key(?:up|press)'/.test(text)).map(([file]) => file)).toEqual(
    [],
  );
  const script = await readFile(join(root, guard), 'utf8');
  expect(script).not.toMatch(/^import /m);
  expect(script).toContain('stopImmediatePropagation');
  // The build puts it before the modules that listen.
  expect(await readFile(join(root, 'vite.config.ts'), 'utf8')).toMatch(/readerFirst,\s*themeFirst,/);
});
