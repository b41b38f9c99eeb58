import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** APIs that Safari and iOS 17.0, Firefox 128 or Chrome 120 lack, with a pattern of their use. */
const tooNew: Record<string, RegExp> = {
  'URL.parse': /\bURL\.parse\(/,
  'AbortSignal.any': /\bAbortSignal\.any\(/,
  'Promise.withResolvers': /\bPromise\.withResolvers\b/,
  'Promise.try': /\bPromise\.try\(/,
  'Object.groupBy and Map.groupBy': /\b(?:Object|Map)\.groupBy\(/,
  'Map.getOrInsert': /\.getOrInsert(?:Computed)?\(/,
  'sets joined by methods': /\.(?:union|intersection|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
  'iterator helpers':
    /\.(?:values|keys|entries)\(\)\s*\.(?:map|filter|take|drop|flatMap|reduce|toArray|some|every|find)\(/,
  'Iterator.from': /\bIterator\.(?:from|concat)\(/,
  'base64 and hex of bytes': /\.(?:toBase64|toHex|fromBase64|fromHex|setFromBase64|setFromHex)\(/,
  'RegExp.escape': /\bRegExp\.escape\(/,
  'Element.checkVisibility': /\.checkVisibility\(/,
  URLPattern: /\bnew URLPattern\(/,
};

test('the page, its worker and the contract use no API that the oldest supported browsers lack', async () => {
  const found: string[] = [];
  let files = 0;
  for await (const file of glob('{src,sw,api/contract}/**/*.{ts,tsx}', { cwd: root })) {
    files += 1;
    const text = await readFile(join(root, file), 'utf8');
    for (const [name, pattern] of Object.entries(tooNew)) if (pattern.test(text)) found.push(`${file}: ${name}`);
  }
  expect(found).toEqual([]);
  expect(files).toBeGreaterThan(500);
});
