import { lookup } from 'node:dns/promises';
import { hostname } from 'node:os';
import type { TestContext } from 'vitest';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createLog } from '#api/platform/logs.ts';
import { type Letter, mailKind } from '#api/platform/mail/letter.ts';
import { Mailer } from '#api/platform/mail/mail.ts';
import { type Config, readConfig } from '#api/platform/settings/config.ts';
import { SiteSettings } from '#api/platform/settings/site-settings.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { smtpServer, strippingRelay } from '#tests/kit/smtp.ts';

let database: TestDatabase;
/** A name of this machine that does not say so. */
let host: string | null;
beforeAll(async () => {
  database = await TestDatabase.open();
  host = (await lookup(hostname()).catch(() => null)) && hostname();
});
afterAll(() => database.close());
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const note = mailKind<Letter>({
  name: 'note',
  when: 'A test asks for it.',
  sample: { to: 'ann@example.org', subject: 'Note', body: ['Hello.'] },
  write: (letter) => letter,
});

async function listen(options: Parameters<typeof smtpServer>[0]) {
  const server = await smtpServer({ host: '0.0.0.0', ...options });
  ends.push(server.close);
  return server;
}

/** Sends one mail and returns how that ended. */
async function send(url: string, tls: Config['mailTls'] = readConfig({ DATA_DIR: database.folder }).mailTls) {
  const now = () => new Date();
  const site = new SiteSettings(database.db, now);
  const log = createLog({ level: 'silent' });
  const { db, folder } = database;
  const mailer = new Mailer({ db, url, tls, folder, origin: 'https://headbadge.example', site, now, log });
  await db.collection('mails').deleteMany({});
  await mailer.send(note, { to: 'ann@example.org', subject: 'Hello', body: ['A link that acts'] });
  await mailer.close();
  return (await db.collection('mails').findOne({}))?.state;
}

const elsewhere = (context: TestContext): string => host ?? context.skip();
/** The certificate of the test's server is nobody's. */
const anyCertificate = 'tls.rejectUnauthorized=false';

test('a mail goes encrypted to a server that offers STARTTLS', async (context) => {
  const { port, received } = await listen({ tls: true });
  expect(await send(`smtp://${elsewhere(context)}:${port}/?${anyCertificate}`)).toBe('sent');
  expect(received.map(({ secure }) => secure)).toEqual([true]);
});

test('a server elsewhere that offers no TLS gets no mail, whatever its address demands, unless the setting allows it', async (context) => {
  const { port, received } = await listen({});
  const url = `smtp://${elsewhere(context)}:${port}`;
  for (const query of ['', '/?requireTLS=false', '/?ignoreTLS=true', '/?opportunisticTLS=true', '/?secure=false'])
    expect(await send(url + query), query).toBe('waiting');
  expect(received).toEqual([]);
  expect(await send(url, 'optional')).toBe('sent');
  expect(received.map(({ secure }) => secure)).toEqual([false]);
});

test('a server on this machine may be without TLS', async () => {
  const { port, received } = await listen({});
  for (const here of ['127.0.0.1', 'localhost']) expect(await send(`smtp://${here}:${port}`)).toBe('sent');
  expect(received).toHaveLength(2);
});

test('somebody on the way who removes the offer of STARTTLS reads neither the password nor the mail', async (context) => {
  const server = await listen({ tls: true });
  const relay = await strippingRelay(server.port, '0.0.0.0');
  ends.push(relay.close);
  const url = `smtp://ann:a-password@${elsewhere(context)}:${relay.port}/?${anyCertificate}`;
  expect(await send(url)).toBe('waiting');
  expect(relay.read()).toMatch(/^EHLO /);
  expect(relay.read()).not.toMatch(/AUTH|MAIL FROM/);
  expect(server.received).toEqual([]);
  // The same listener reads all of it where the setting allows that.
  expect(await send(url, 'optional')).toBe('sent');
  expect(relay.read()).toMatch(/AUTH PLAIN [\s\S]*A link that acts/);
});
