import { argon2Sync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isCommonPassword, Passwords } from '#api/platform/passwords.ts';

const passwords = new Passwords();

describe('a password', () => {
  test('is kept as argon2id and recognized, however its letters were composed', async () => {
    const hash = await passwords.hash('Straßencafé am Fluss');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await passwords.verify('Straßencafe\u0301 am Fluss', hash)).toEqual({ valid: true, stale: false });
    expect(await passwords.verify('Straßencafe am Fluss', hash)).toEqual({ valid: false, stale: false });
  });

  test('of another cost is recognized and marked for a new hash', async () => {
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

  test('of nobody is never right and takes as long', async () => {
    const hash = await passwords.hash('winding mountain roads');
    const timeOf = async (stored: string | null) => {
      const start = performance.now();
      expect((await passwords.verify('wrong', stored)).valid).toBe(false);
      return performance.now() - start;
    };
    const [known, unknown] = [await timeOf(hash), await timeOf(null)];
    expect(unknown).toBeGreaterThan(known / 4);
  });

  test('is hashed by many at once', async () => {
    const hashes = await Promise.all(Array.from({ length: 12 }, () => passwords.hash('winding mountain roads')));
    expect(new Set(hashes).size).toBe(12);
  });
});

test.each([
  ['password123', true],
  ['PASSWORD!!2024', true],
  ['1qaz2wsx3edc', true],
  ['aaaaaaaaaaaa', true],
  ['jane.doe', true],
  ['Jane.Doe99', true],
  ['winding mountain roads', false],
  ['k8#fPq2!vzLm', false],
  ['0000 4711 0815', false],
])('%s is common: %s', (password, common) => {
  expect(isCommonPassword(password, ['jane.doe', 'jane@example.org'])).toBe(common);
});
