import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const base = 'src/ui/base.css';

async function sheets(): Promise<[file: string, text: string][]> {
  const files = await Array.fromAsync(glob('src/**/*.css', { cwd: root }));
  return Promise.all(files.map(async (file) => [file, await readFile(join(root, file), 'utf8')] as const)) as never;
}

test('one rule breaks long words in all texts and fields', async () => {
  const all = await sheets();
  expect(all.length).toBeGreaterThan(50);
  const ruling = all.filter(([, text]) => /\b(?:overflow-wrap|word-wrap|word-break)\s*:/.test(text));
  expect(ruling.map(([file]) => file)).toEqual([base]);
  expect(ruling[0]?.[1]).toMatch(/body,\s*textarea\s*\{\s*overflow-wrap: anywhere;/);
});

test('no legend floats, because WebKit does not lay it out in a grid', async () => {
  const floated = (await sheets()).filter(([, text]) => /\blegend\b[^{}]*\{[^{}]*\bfloat\s*:/.test(text));
  expect(floated.map(([file]) => file)).toEqual([]);
});

test('text-decoration names only the line, because Safari ignores the declaration otherwise', async () => {
  const longer = (await sheets()).filter(([, text]) => /\btext-decoration:\s*[\w-]+\s+\S/.test(text));
  expect(longer.map(([file]) => file)).toEqual([]);
});

test('the tap highlight is our own gray', async () => {
  expect(await readFile(join(root, base), 'utf8')).toContain('-webkit-tap-highlight-color:');
});
