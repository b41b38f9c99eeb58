import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Hono } from 'hono';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#api/platform/logs.ts';
import { Mailer } from '#api/platform/mail.ts';
import { mailboxRoutes } from '#api/platform/mailbox.ts';
import { TestDatabase } from '#tests/kit/database.ts';

let database: TestDatabase;
let clock = Date.now();
beforeAll(async () => {
  database = await TestDatabase.open();
});
afterAll(() => database.close());

const open = (url: string, folder: string) =>
  new Mailer({
    db: database.db,
    url,
    folder,
    from: 'Headbadge <no-reply@headbadge.example>',
    now: () => new Date(clock),
    log: createLog({ level: 'silent' }),
  });
const mails = () => database.db.collection<{ to: string; state: string; text?: string; attempts: number }>('mails');
const rowTo = (to: string) => mails().findOne({ to });

test('the mailbox page shows what was sent, newest first, with its links', async () => {
  const folder = join(database.folder, randomUUID());
  const mailer = open('file:', folder);
  const url = `http://localhost/account/confirm-email?token=${'t'.repeat(43)}&more=1`;
  const box = new Hono().route('/', mailboxRoutes(folder));
  expect(await (await box.request('/mailbox')).text()).toContain('No mail yet');
  await mailer.send({ to: 'ann@example.org', subject: 'First', text: 'one' });
  clock += 1000;
  await mailer.send({ to: 'ann@example.org', subject: 'Second', text: `Größe = <b>${'é'.repeat(60)}</b>\n\n${url}\n` });
  const page = await (await box.request('/mailbox')).text();
  expect(page).toContain(`<a href="${url.replace('&', '&amp;')}">`);
  expect(page).toContain(`Größe = &lt;b&gt;${'é'.repeat(60)}`);
  expect(page).toContain('<h2>Second</h2>');
  expect(page.indexOf('Second')).toBeLessThan(page.indexOf('First'));
  expect((await box.request('/mailbox.css')).headers.get('Content-Type')).toContain('text/css');
});

test('a mail that its server refuses leaves at a later try, once', async () => {
  const received: string[] = [];
  let broken = true;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, callback) {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk;
      });
      stream.on('end', () => {
        if (!broken) received.push(text);
        callback(broken ? new Error('Try later') : null);
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const mailer = open(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, database.folder);
  try {
    await mailer.send({ to: 'bob@example.org', subject: 'Hello', text: 'secret link' });
    await expect.poll(async () => (await rowTo('bob@example.org'))?.attempts, { timeout: 10_000 }).toBe(1);
    await mailer.sweep();
    expect(received).toEqual([]);
    broken = false;
    clock += 61_000;
    await Promise.all([mailer.sweep(), mailer.sweep()]);
    await mailer.sweep();
    expect(received).toHaveLength(1);
    expect(received[0]).toContain('secret link');
    const row = await rowTo('bob@example.org');
    expect([row?.state, row?.text]).toEqual(['sent', undefined]);
  } finally {
    await mailer.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
});
