import { afterAll, beforeAll, expect, test } from 'vitest';
import { check } from '#api/platform/http/check.ts';
import { putBike } from '#contract/bike-whole.ts';
import type { Schema } from '#contract/endpoint.ts';
import { newId } from '#contract/ids.ts';
import { FieldsRefused } from '#contract/problems.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { hostile } from '#tests/kit/hostile.ts';
import { inputSchemas, marked, sample } from '#tests/kit/schemas.ts';
import { nightly } from '#tests/run/tiers.ts';

const largest = 256 * 1024;
const limitMs = 50;
const mark = '@';
const copies = 24;

let app: TestApp;
let ann: TestBrowser;
beforeAll(async () => {
  app = await TestApp.open();
  ann = await app.join('ann');
});
afterAll(() => app.close());

/** The errors that a reply would contain for a body. */
function saidOf(schema: Schema, body: string): string {
  try {
    check(schema, JSON.parse(body));
    return '';
  } catch (error) {
    if (!(error instanceof FieldsRefused)) throw error;
    return JSON.stringify(error.validation);
  }
}

const busyMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** The errors, and the thread's CPU milliseconds as the best of three, independent of the machine's other work. */
function cost(schema: Schema, body: string): { ms: number; said: string } {
  let ms = Number.POSITIVE_INFINITY;
  let said = '';
  for (let tries = 0; tries < 3 && ms > limitMs; tries++) {
    const began = busyMs();
    said = saidOf(schema, body);
    ms = Math.min(ms, busyMs() - began);
  }
  return { ms, said };
}

/** Shares of the maximum size: long texts that are not refused for their length have to be validated. */
const parts = [1, 0.45, 0.15];

/** Every shape with every hostile value, up to the maximum body size. */
function* bodies(schema: Schema): Generator<[what: string, body: string]> {
  for (const shape of marked(schema, mark, copies)) {
    const places = JSON.stringify(shape).split(JSON.stringify(mark));
    const room = largest - places.join('').length;
    for (const [what, make] of Object.entries(hostile)) {
      const [whole = '', ...less] = parts.map((part) => make(Math.floor((part * room) / (places.length - 1))));
      for (const value of whole.startsWith('"') ? [whole, ...less] : [whole])
        yield [`${what} (${value.length}) in ${JSON.stringify(shape)}`, places.join(value)];
    }
  }
}

test("every call's body is tested, and a sample of each is valid", async () => {
  const schemas = await inputSchemas();
  expect(schemas.map(([name]) => name)).toEqual(
    expect.arrayContaining(['PUT /bikes/:bikeId, body', 'POST /account/signup, body', 'GET /bikes/search, query']),
  );
  for (const [name, schema] of schemas) expect(saidOf(schema, JSON.stringify(sample(schema))), name).toBe('');
});

test.each(await inputSchemas())(
  '%s: the worst body of maximum size is validated at once with a short error',
  { tags: nightly },
  (_, schema) => {
    let tried = 0;
    let size = 0;
    for (const [what, body] of bodies(schema)) {
      expect(Buffer.byteLength(body), what).toBeLessThanOrEqual(largest);
      const { ms, said } = cost(schema, body);
      expect(ms, what).toBeLessThan(limitMs);
      expect(said.length, what).toBeLessThan(largest / 4);
      tried++;
      size = Math.max(size, Buffer.byteLength(body));
    }
    expect(tried).toBeGreaterThan(Object.keys(hostile).length);
    expect(size).toBeGreaterThan(largest - 100);
  },
);

test('a list with far too many photos is refused with one sentence, without reading its items', async () => {
  const body = { ...bikeWith([]), photos: Array(120_000).fill(1) };
  const { status, answer } = await ann.call(putBike, { params: { bikeId: newId() }, body });
  expect(status).toBe(422);
  expect(answer.validation).toEqual({ photos: ['A bike can have up to 24 photos.'] });
});
