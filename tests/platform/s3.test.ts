import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '#api/platform/logs.ts';
import { CannotStore } from '#api/platform/storage/port.ts';
import { S3Storage } from '#api/platform/storage/s3.ts';
import { readS3Url } from '#api/platform/storage/s3-address.ts';
import type { S3Timeouts } from '#api/platform/storage/s3-client.ts';
import { freePort } from '#tests/kit/ports.ts';
import { TestS3 } from '#tests/kit/s3/server.ts';
import { signatureOf } from '#tests/kit/s3/signature.ts';

let s3: TestS3;
beforeAll(async () => {
  s3 = await TestS3.open();
});
beforeEach(() => {
  s3.objects.clear();
  s3.faults.length = 0;
  s3.requests.length = 0;
});
afterAll(() => s3.close());

const key = 'bikes/ab/1/320.webp';
const bytes = Buffer.from('a picture');
let delaysMs: number[] = [];
const hasty: S3Timeouts = {
  tryMs: 300,
  pause: async (ms) => {
    delaysMs.push(ms);
  },
};
const storageAt = (url = s3.url(), longTimeout = hasty) => {
  const address = readS3Url(url, {});
  if (Array.isArray(address)) throw new Error(address.join(' '));
  delaysMs = [];
  return new S3Storage(address, createLog({ level: 'silent' }), longTimeout);
};
const times = (method: string) => s3.requests.filter((request) => request.startsWith(method)).length;

// AWS's own examples ("Signature Calculations for the Authorization Header") verify the test server.
test.each([
  [
    'GET',
    '/test.txt',
    { range: 'bytes=0-9' },
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT',
    '/test%24file.text',
    { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'GET',
    '/?lifecycle',
    {},
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'GET',
    '/?max-keys=2&prefix=J',
    {},
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
])('the test server signs %s %s as AWS does', (method, target, more, digest, signature) => {
  const time = '20130524T000000Z';
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-date': time,
    'x-amz-content-sha256': digest,
    ...more,
  };
  const signing = {
    secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    scope: '20130524/us-east-1/s3/aws4_request',
    time,
    signedHeaders: Object.keys(headers).sort(),
  };
  expect(signatureOf({ method, target, headers, body: Buffer.alloc(0) }, signing)).toBe(signature);
});

describe('a picture in a bucket', () => {
  test('has its content type and is immutable', async () => {
    await storageAt(s3.url({ prefix: '/site' })).put(key, bytes);
    expect([...s3.objects.keys()]).toEqual([`site/${key}`]);
    expect(s3.objects.get(`site/${key}`)).toMatchObject({
      bytes,
      headers: {
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-length': String(bytes.length),
      },
    });
  });

  test('with special characters in its key is signed and stored as any other', async () => {
    const strange = "bikes/a b+c/ä!'()*~&=?#%41/320.webp";
    const storage = storageAt();
    await storage.put(strange, bytes);
    expect([...s3.objects.keys()]).toEqual([strange]);
    expect(await storage.get(strange)).toEqual(bytes);
    await storage.remove('bikes/a b+c');
    expect(s3.objects.size).toBe(0);
  });

  test('is deleted with all others below its folder, beyond one listing page', async () => {
    const object = { bytes, headers: {} };
    for (let i = 0; i < 1_105; i++) s3.objects.set(`bikes/ab/1/${i}.webp`, object);
    s3.objects.set('bikes/ab/10/320.webp', object);
    await storageAt().remove('bikes/ab/1');
    expect([...s3.objects.keys()]).toEqual(['bikes/ab/10/320.webp']);
    expect(times(`GET ${s3.bucket}`)).toBe(2);
  });
});

describe('a failing S3', () => {
  test.each(['internal error', 'slow down', 'answer lost', 'stall'] as const)('with "%s" is retried', async (fault) => {
    const storage = storageAt();
    s3.faults.push(fault, fault);
    await storage.put(key, bytes);
    expect(times('PUT')).toBe(3);
    expect(delaysMs).toHaveLength(2);
    s3.faults.push(fault);
    expect(await storage.get(key)).toEqual(bytes);
    s3.faults.push(null, fault);
    await storage.remove('bikes/ab/1');
    expect(s3.objects.size).toBe(0);
  });

  test('in the middle of a picture is retried', async () => {
    const storage = storageAt();
    await storage.put(key, bytes);
    s3.faults.push('answer cut', 'answer cut');
    expect(await storage.get(key)).toEqual(bytes);
    expect(times('GET')).toBe(3);
  });

  test('is given up after the last retry, as busy, without a partial file', async () => {
    const storage = storageAt();
    s3.faults.push('internal error', 'slow down', 'stall', 'internal error');
    await expect(storage.put(key, bytes)).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    expect(times('PUT')).toBe(4);
    expect(await storage.get(key)).toBeNull();
  });

  test('that hangs is given up after one time limit for all retries', async () => {
    s3.faults.push('stall', 'stall', 'stall', 'stall');
    const storage = storageAt(s3.url(), { tryMs: 400, wholeMs: 600, pause: async () => undefined });
    const start = performance.now();
    await expect(storage.put(key, bytes)).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 10 } });
    expect(performance.now() - start).toBeLessThan(1_200);
    s3.faults.length = 0;
  });

  test('is retried with growing, random delays', async () => {
    const longestMs = [0, 0, 0];
    for (let i = 0; i < 30; i++) {
      s3.faults.push('slow down', 'slow down', 'slow down');
      await storageAt().get(key);
      expect(delaysMs).toHaveLength(3);
      for (const [attempt, ms] of delaysMs.entries()) longestMs[attempt] = Math.max(longestMs[attempt] ?? 0, ms);
    }
    for (const [nth, limit] of [400, 800, 1600].entries()) {
      expect(longestMs[nth]).toBeLessThanOrEqual(limit);
      expect(longestMs[nth]).toBeGreaterThan(limit / 2);
    }
  });

  test('with a refusal is not retried', async () => {
    await expect(storageAt(s3.url({ secret: 'wrong' })).put(key, bytes)).rejects.toMatchObject({ code: 'unavailable' });
    expect(times('PUT')).toBe(1);
    expect(s3.objects.size).toBe(0);
  });

  test('without the bucket is not treated as a missing picture', async () => {
    await expect(storageAt(s3.url({ bucket: 'other-bucket' })).get(key)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('the check at startup', () => {
  test('passes with a valid bucket, also an empty one', async () => {
    await storageAt().check();
    await storageAt(s3.url({ prefix: '/site' })).check();
  });

  test.each([
    ['a wrong secret', { secret: 'wJalr/wrong' }, /rejects the keys of STORAGE_URL \(403 SignatureDoesNotMatch\)\.$/],
    [
      'a wrong bucket',
      { bucket: 'other-bucket' },
      /bucket other-bucket at .* has no such bucket \(404 NoSuchBucket\)\.$/,
    ],
    ['a wrong region', { region: 'elsewhere-1' }, /has the bucket in another region \(400 Auth\w+\)\.$/],
  ])('reports %s in one sentence', async (_, parts, sentence) => {
    const failed = await storageAt(s3.url(parts))
      .check()
      .catch((error: Error) => error);
    expect(failed).toBeInstanceOf(CannotStore);
    expect(String(failed)).toMatch(sentence);
    expect(String(failed)).not.toMatch(/wJalr|AKIA/);
  });

  test('reports an unreachable endpoint', async () => {
    const url = `s3://KEY:hidden@photos?endpoint=http://127.0.0.1:${await freePort()}`;
    await expect(storageAt(url).check()).rejects.toThrow(/^The photo storage .* does not answer: .*ECONNREFUSED/);
    s3.faults.push('stall', 'stall', 'stall', 'stall');
    await expect(storageAt().check()).rejects.toThrow('does not answer: it took too long.');
  });
});
