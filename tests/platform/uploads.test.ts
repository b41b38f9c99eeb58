import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { errorAnswer, type Visitor } from '#api/platform/http/kit.ts';
import { wholeUploads } from '#api/platform/http/whole-uploads.ts';
import { listen } from '#api/platform/listen.ts';
import { photoLimits } from '#contract/photos.ts';
import { Problem } from '#contract/problems.ts';
import { until } from '#tests/kit/until.ts';

const chunks = 12;

test('a refused upload on a slow connection gets its reply at the end, and is not cut off', async () => {
  let socket: Socket | undefined;
  const app = new Hono<Visitor & { Bindings: HttpBindings }>().use(async ({ env }, next) => {
    socket = env.incoming.socket;
    await next();
  });
  app.use(wholeUploads).put('/photo', () => {
    throw new Problem('unauthenticated');
  });
  app.onError(errorAnswer);
  const server = await listen(app as unknown as Hono, '127.0.0.1', 0);
  try {
    const upload = request({ host: '127.0.0.1', port: server.port, path: '/photo', method: 'PUT' });
    const chunk = Buffer.alloc(64 * 1024);
    upload.setHeader('Content-Digest', 'sha-256=:x:');
    upload.setHeader('Content-Length', chunk.length * chunks);
    let answered = false;
    const response = once(upload, 'response').finally(() => {
      answered = true;
    });
    for (let sent = 0; sent < chunks; sent++) {
      expect(answered).toBe(false);
      upload.write(chunk);
      await until(async () => expect(socket?.bytesRead).toBeGreaterThan(chunk.length * (sent + 1)));
    }
    upload.end();
    const [answer] = (await response) as [IncomingMessage];
    expect(answer.statusCode).toBe(401);
    answer.resume();
  } finally {
    await server.close();
  }
});

test('an oversized upload is refused without being read', async () => {
  const app = new Hono<Visitor>().use(wholeUploads).put('/photo', () => {
    throw new Problem('unauthenticated');
  });
  app.onError(errorAnswer);
  const server = await listen(app as unknown as Hono, '127.0.0.1', 0);
  const upload = request({ host: '127.0.0.1', port: server.port, path: '/photo', method: 'PUT' });
  try {
    upload.on('error', () => undefined);
    upload.setHeader('Content-Digest', 'sha-256=:x:');
    upload.setHeader('Content-Length', photoLimits.bytes + 1);
    upload.write(Buffer.alloc(64 * 1024));
    const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
    const [answer] = await Promise.race([answered, setTimeout(3_000, [null])]);
    expect(answer?.statusCode).toBe(401);
  } finally {
    upload.destroy();
    await server.close();
  }
});
