import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const isTest = (path: string) => path.includes('/tests/');

/** Authorization errors, which only the rules of `contract/may.ts` may choose. */
const refusals =
  /Problem\('(?:unauthenticated|forbidden|gone|like\.own|comment\.too_late|(?:bike|comment|photo)\.exists)'/;
const person = String.raw`\b(?:(?:owner|author|user|member|me|viewer)\??\.id|ownerId|authorId|userId|memberId)\b`;
const comparing = new RegExp(`${person}\\s*[!=]==|[!=]==\\s*[\\w.?]*${person}`);
const decides = (code: string) => refusals.test(code) || comparing.test(code);

const decidingLines = async (where: (path: string) => boolean): Promise<string[]> => {
  const files = await Array.fromAsync(glob('{api,src}/**/*.{ts,tsx}', { cwd: root }));
  const lines = files.filter(where).map(async (path) => {
    const text = await readFile(join(root, path), 'utf8');
    return text.split('\n').flatMap((line) => (decides(line) ? [`${path}: ${line.trim()}`] : []));
  });
  return (await Promise.all(lines)).flat();
};

describe('authorization', () => {
  test('is decided by the rules, not by server features', async () => {
    const asks = (path: string) => path.startsWith('api/features/') && !path.endsWith('.store.ts');
    expect(await decidingLines((path) => asks(path) && !isTest(path))).toEqual([]);
  });

  test('is not decided by screens either, except for names that mark the owner', async () => {
    // Drafts compare members to keep apart what several of them have left on one device.
    const isOfDevice = (path: string) => path.startsWith('src/features/drafts/');
    const lines = await decidingLines((path) => /^src\/(features|screens)\//.test(path) && !isOfDevice(path));
    expect(lines.filter((line) => !line.includes('isOwner='))).toEqual([]);
  });

  test('in a service is detected', () => {
    for (const line of [
      "if (bike.ownerId === user.id) throw new Problem('like.own');",
      'const isAuthor = comment.author.id === user.id;',
      'if (stored?.author.id !== author.id) return null;',
      "throw new Problem('forbidden');",
      'if (me === bike.owner.id) return;',
    ])
      expect([line, decides(line)]).toEqual([line, true]);
    for (const line of ["permitted('bike.like', user, bike);", "throw new Problem('not_found');"])
      expect([line, decides(line)]).toEqual([line, false]);
  });
});
