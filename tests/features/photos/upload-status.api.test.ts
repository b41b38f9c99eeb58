import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { idempotencyHeader } from '#contract/envelope.ts';
import { newId } from '#contract/ids.ts';
import { askPhoto } from '#contract/photos.ts';
import { digestOf, TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { until } from '#tests/kit/until.ts';

// Photos take long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let app: TestApp;
let ana: TestBrowser;
let bert: TestBrowser;
let photo: Buffer;
beforeAll(async () => {
  app = await TestApp.open();
  [ana, bert] = [await app.join('ana'), await app.join('bert')];
  photo = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
});
afterAll(() => app.close());

const ask = (id: string, key: string = newId(), who = ana) =>
  who.call(askPhoto, { params: { photoId: id }, headers: { [idempotencyHeader]: key } });

test('a photo that nobody has begun to send is wanted', async () => {
  expect((await ask(newId())).answer).toMatchObject({ successful: true, data: { photo: null } });
});

test('an arrived photo gets the same reply as at its upload, under any key', async () => {
  const id = newId();
  const sent = await ana.sendPhoto(photo, { id });
  expect((await ask(id)).answer.data).toEqual({ photo: sent.answer.data });
});

test('a photo in processing is waited for, and wanted again once its upload has broken', async () => {
  const [id, key] = [newId(), newId()];
  let breakOff = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(photo.subarray(0, 1000)));
      breakOff = () => controller.error(new Error('The tunnel.'));
    },
  });
  const sending = ana.sendPhoto(body, { id, key, digest: digestOf(photo) });
  await until(async () => {
    expect(await ask(id, key)).toMatchObject({ status: 409, answer: { error: { code: 'in_progress' } } });
  });
  breakOff();
  expect((await sending).status).toBeGreaterThanOrEqual(400);
  expect((await ask(id, key)).answer).toMatchObject({ successful: true, data: { photo: null } });
});

test("another member's photo is distinguished from one's own, and a malformed key is refused", async () => {
  const id = newId();
  await ana.sendPhoto(photo, { id });
  expect((await ask(id, newId(), bert)).answer.error?.code).toBe('photo.exists');
  expect((await ask(id, 'short')).answer.error?.code).toBe('key_invalid');
});
