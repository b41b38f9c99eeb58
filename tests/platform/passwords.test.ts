import { argon2Sync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isCommonPassword } from '#api/platform/common-passwords.ts';
import { Passwords } from '#api/platform/passwords.ts';
import { nightly } from '#tests/run/tiers.ts';

const passwords = new Passwords();

describe('a password', () => {
  test('is stored as argon2id and recognized in any Unicode form', async () => {
    const hash = await passwords.hash('Straßencafé am Fluss');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await passwords.verify('Straßencafe\u0301 am Fluss', hash)).toEqual({ valid: true, stale: false });
    expect(await passwords.verify('Straßencafe am Fluss', hash)).toEqual({ valid: false, stale: false });
  });

  test('with other parameters is recognized and marked for a new hash', async () => {
    const tag = argon2Sync('argon2id', {
      message: 'password',
      nonce: Buffer.from('somesalt'),
      parallelism: 1,
      tagLength: 32,
      memory: 4096,
      passes: 3,
    });
    const hash = `$argon2id$v=19$m=4096,t=3,p=1$c29tZXNhbHQ$${tag.toString('base64').replaceAll('=', '')}`;
    expect(await passwords.verify('password', hash)).toEqual({ valid: true, stale: true });
  });

  test('of an unknown member is never right and takes as long', { tags: nightly }, async () => {
    const hash = await passwords.hash('winding mountain roads');
    const timeOf = async (stored: string | null) => {
      const start = performance.now();
      expect((await passwords.verify('wrong', stored)).valid).toBe(false);
      return performance.now() - start;
    };
    const [known, unknown] = [await timeOf(hash), await timeOf(null)];
    expect(unknown).toBeGreaterThan(known / 4);
  });

  test('is hashed concurrently', async () => {
    const hashes = await Promise.all(Array.from({ length: 12 }, () => passwords.hash('winding mountain roads')));
    expect(new Set(hashes).size).toBe(12);
  });
});

test.each([
  'password123',
  'PASSWORD!!2024',
  '1qaz2wsx3edc',
  'aaaaaaaaaaaa',
  'jane.doe',
  'Jane.Doe99',
  'P@ssword123',
  'P@ssw0rd2024!',
  'p4$$w0rd!!!!',
  '123Pa55word!',
  '!!Dr@g0n!!2024',
  '1l0vey0u2024',
  'Trustno1!!!',
  'L3tM31n12345',
  '$unsh1n3-2026',
  'QwertyQwerty',
  'monkeymonkeymonkey',
  'Passw0rdPassw0rd1',
  'J4ne.D0e2026',
  'ＰａｓｓｗｏｒｄＸ1'.replace('Ｘ', ''),
])('%s is a common password', (password) => {
  expect(isCommonPassword(password, ['jane.doe', 'jane@example.org'])).toBe(true);
});

test.each([
  'winding mountain roads',
  'Winding mountain roads 42!',
  'k8#fPq2!vzLm',
  '0000 4711 0815',
  'correct horse battery staple',
  'password hints are useless here',
  'drag0n eats 7 plums',
  'Surly on gravel',
  '7 red bikes, 3 blue',
  'jane.doe rides at dawn',
])('%s is not a common password', (password) => {
  expect(isCommonPassword(password, ['jane.doe', 'jane@example.org'])).toBe(false);
});

test('the longest password is checked at once', { tags: nightly }, () => {
  const start = performance.now();
  for (const password of [`${'!1'.repeat(30)}x${'?2'.repeat(33)}`, `${'ab'.repeat(63)}c!`, '1a'.repeat(64)]) {
    isCommonPassword(password, ['a'.repeat(20), `${'b'.repeat(200)}@example.org`]);
  }
  expect(performance.now() - start).toBeLessThan(50);
});
