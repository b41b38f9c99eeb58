import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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

test('a text that keeps its lines takes the direction of each of its paragraphs', async () => {
  const rules = (await sheets()).flatMap(([file, text]) =>
    [...text.matchAll(/[^{}]*\{[^{}]*white-space: pre-line;[^{}]*/g)].map(([rule]) => ({ file, rule })),
  );
  expect(rules.length).toBeGreaterThan(5);
  expect(rules.filter(({ rule }) => !rule.includes('unicode-bidi: plaintext')).map(({ file }) => file)).toEqual([]);
});

test('the tap highlight is our own gray', async () => {
  expect(await readFile(join(root, base), 'utf8')).toContain('-webkit-tap-highlight-color:');
});

test('every class of a module exists, and is used', async () => {
  const modules = (await sheets()).filter(([file]) => file.endsWith('.module.css'));
  const classesOf = new Map(
    modules.map(([file, text]) => [
      file,
      new Set(
        [...text.replace(/:global\([^)]*\)/g, '').matchAll(/\.([a-z][\w-]*)(?=[\s,:{.>+~[)])/gi)].map(
          ([, name]) => name,
        ),
      ),
    ]),
  );
  const unused = new Map([...classesOf].map(([file, names]) => [file, new Set(names)]));
  const missing: string[] = [];
  for await (const file of glob('src/**/*.{ts,tsx}', { cwd: root })) {
    const code = await readFile(join(root, file), 'utf8');
    for (const [, name, path = ''] of code.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)) {
      const sheet = path.startsWith('#') ? path.slice(1) : join(dirname(file), path);
      for (const [, one = ''] of code.matchAll(new RegExp(String.raw`(?<![\w/-])${name}\.(\w+)`, 'g'))) {
        if (!classesOf.get(sheet)?.has(one)) missing.push(`${file}: ${one}`);
        unused.get(sheet)?.delete(one);
      }
      // Some are chosen by a key.
      for (const one of unused.get(sheet) ?? []) if (code.includes(`${name}[`) && one) unused.get(sheet)?.delete(one);
    }
  }
  expect(missing).toEqual([]);
  expect([...unused].flatMap(([file, names]) => [...names].map((one) => `${file}: ${one}`))).toEqual([]);
});
