import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '#api/platform/logs.ts';
import { openStorage } from '#api/platform/storage/open.ts';
import type { Storage } from '#api/platform/storage/port.ts';
import { readS3Url } from '#api/platform/storage/s3-address.ts';
import { TestS3 } from '#tests/kit/s3/server.ts';

const log = createLog({ level: 'silent' });
let folder: string;
let s3: TestS3;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headbadge-storage-'));
  s3 = await TestS3.open();
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

/** Opens the storage of a STORAGE_URL, as the site does. */
function open(url?: string): Promise<Storage> {
  const storage = url === undefined ? undefined : readS3Url(url, {});
  if (Array.isArray(storage)) throw new Error(storage.join(' '));
  return openStorage({ storage, dataDir: folder }, log);
}

describe.each([
  ['a folder', () => open()],
  ['a bucket', () => open(s3.url())],
  ['a part of a bucket', () => open(s3.url({ prefix: '/site/photos' }))],
])('%s of photos', (_, opened) => {
  const text = async (storage: Storage, key: string) => (await storage.get(key))?.toString('latin1') ?? null;

  test('returns stored bytes, and null for a missing key', async () => {
    const storage = await opened();
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_each, i) => i % 256));
    await storage.put('bikes/ab/1/320.webp', bytes);
    expect(await storage.get('bikes/ab/1/320.webp')).toEqual(bytes);
    expect(await storage.get('bikes/ab/1/640.webp')).toBeNull();
    expect(await storage.get('bikes/zz/9/320.webp')).toBeNull();
  });

  test('keeps the newer bytes of a key', async () => {
    const storage = await opened();
    await storage.put('bikes/ab/2/320.webp', Buffer.from('older'));
    await storage.put('bikes/ab/2/320.webp', Buffer.from('new'));
    expect(await text(storage, 'bikes/ab/2/320.webp')).toBe('new');
  });

  test('deletes everything below a key and nothing beside it', async () => {
    const storage = await opened();
    for (const key of ['bikes/cd/3/320.webp', 'bikes/cd/3/640.webp', 'bikes/cd/31/320.webp', 'bikes/cd/4/320.webp']) {
      await storage.put(key, Buffer.from(key));
    }
    await storage.remove('bikes/cd/3');
    await storage.remove('bikes/cd/never-there');
    expect(await text(storage, 'bikes/cd/3/320.webp')).toBeNull();
    expect(await text(storage, 'bikes/cd/3/640.webp')).toBeNull();
    expect(await text(storage, 'bikes/cd/31/320.webp')).toBe('bikes/cd/31/320.webp');
    expect(await text(storage, 'bikes/cd/4/320.webp')).toBe('bikes/cd/4/320.webp');
  });

  test('is the same when it is opened again', async () => {
    await (await opened()).put('bikes/ef/5/320.webp', Buffer.from('kept'));
    expect(await text(await opened(), 'bikes/ef/5/320.webp')).toBe('kept');
  });

  test('is cleaned without losing anything', async () => {
    const storage = await opened();
    await storage.put('bikes/gh/6/320.webp', Buffer.from('kept'));
    await storage.tidy(0);
    expect(await text(storage, 'bikes/gh/6/320.webp')).toBe('kept');
  });
});

test('cleaning removes partial files that a stop left in the folder', async () => {
  const storage = await open();
  await rm(join(folder, 'photos', 'unfinished'), { recursive: true });
  const half = join(folder, 'photos', 'unfinished');
  await mkdir(half);
  await writeFile(join(half, 'x.part'), 'half');
  await storage.tidy(3_600_000);
  expect(await readdir(half)).toEqual(['x.part']);
  await storage.tidy(0);
  expect(await readdir(half)).toEqual([]);
});

test('a folder that cannot be created is reported in one sentence', async () => {
  await expect(openStorage({ storage: undefined, dataDir: '/dev/null' }, log)).rejects.toThrow(
    /^Cannot store photos in \/dev\/null\/photos: ENOTDIR/,
  );
});
