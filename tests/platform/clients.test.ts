import { BlockList } from 'node:net';
import { Hono } from 'hono';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { networksOfAddress } from '#api/platform/addresses/network.ts';
import { clientOf, readProxies } from '#api/platform/addresses/proxies.ts';
import { clientAddress } from '#api/platform/http/client-address.ts';
import type { Visitor } from '#api/platform/http/kit.ts';
import { requestLog } from '#api/platform/http/request-log.ts';
import { listen } from '#api/platform/listen.ts';
import { login } from '#contract/accounts.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';

const trusting = (text: string) => {
  const list = readProxies(text);
  if (!list) throw new Error(`${text} is not a list of proxies.`);
  return list;
};

test.each([
  ['192.0.2.7', ['192.0.2.7']],
  ['::ffff:192.0.2.7', ['192.0.2.7']],
  ['::ffff:c000:207', ['192.0.2.7']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:0db8:1:2::6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['fe80::1%eth0', ['fe80:0:0:0::/64', 'fe80:0:0::/48']],
  ['::1', ['0:0:0:0::/64', '0:0:0::/48']],
])('the networks of %s are %j', (address, networks) => {
  expect(networksOfAddress(address)).toEqual(networks);
});

describe('the client address of a request', () => {
  const trusted = trusting('127.0.0.1, 10.0.0.0/8, 2001:db8:5::/48');

  test.each([
    ['is that of the connection, without a header', '198.51.100.7', undefined, '198.51.100.7'],
    ['is that of the connection, whatever a stranger claims', '198.51.100.7', '203.0.113.9', '198.51.100.7'],
    ['is the one that a trusted proxy adds', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['is not one that the client has sent', '127.0.0.1', '192.0.2.66, 203.0.113.9', '203.0.113.9'],
    ['is behind a chain of trusted proxies', '127.0.0.1', '192.0.2.66, 203.0.113.9, 10.1.2.3, 10.9.9.9', '203.0.113.9'],
    ['cannot hide behind a stranger in that chain', '127.0.0.1', '203.0.113.9, 198.51.100.7, 10.1.2.3', '198.51.100.7'],
    ["is the first proxy's, when only proxies are named", '127.0.0.1', '10.1.2.3, 10.9.9.9', '10.1.2.3'],
    ['is trusted in IPv6, too', '2001:db8:5::1', '2001:db8:77::9', '2001:db8:77::9'],
    ['is trusted when IPv4 comes as IPv6', '::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['may come with a port', '127.0.0.1', '192.0.2.66, 203.0.113.9:51234', '203.0.113.9'],
    ['may come with a port in IPv6', '127.0.0.1', '[2001:db8:77::9]:443', '2001:db8:77::9'],
    ["is the proxy's, when it adds none", '127.0.0.1', '192.0.2.66, unknown', '127.0.0.1'],
    ["is the proxy's, when the entry is empty", '127.0.0.1', '192.0.2.66, ', '127.0.0.1'],
    ["is the proxy's, when the entry is no address", '127.0.0.1', '192.0.2.66, 300.1.1.1', '127.0.0.1'],
    ["is the proxy's, when the entry is a network", '127.0.0.1', '192.0.2.66, 203.0.113.0/24', '127.0.0.1'],
    ['is the nearest trusted one, after junk', '127.0.0.1', '192.0.2.66, <x>, 10.1.2.3', '10.1.2.3'],
  ])('%s', (_, peer, forwarded, client) => {
    expect(clientOf(peer, forwarded, trusted)).toBe(client);
  });

  test('is that of the connection when no proxy is trusted', () => {
    expect(clientOf('127.0.0.1', '203.0.113.9', new BlockList())).toBe('127.0.0.1');
  });
});

test.each([
  '',
  'proxy.example',
  '10.0.0.0/33',
  '2001:db8::/129',
  '10.0.0.0/',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.1,,10.0.0.2',
])('"%s" is no list of proxies', (text) => {
  expect(readProxies(text)).toBeNull();
});

describe('the lock after five failures', () => {
  /** Fails to log in six times, each time with another claimed address. */
  const lockedAfter = async (app: TestApp, forwarded: (attempt: number) => string) => {
    const browser = new TestBrowser(app);
    let last = 0;
    for (let attempt = 0; attempt < 6; attempt++) {
      const body = { identifier: 'nobody', password: 'wrong and wrong again' };
      last = (await browser.call(login, { body, headers: { 'X-Forwarded-For': forwarded(attempt) } })).status;
    }
    return last === 429;
  };

  test('ignores forwarding headers unless the settings name the proxy', async () => {
    const app = await TestApp.open();
    try {
      expect(await lockedAfter(app, (attempt) => `203.0.113.${attempt}`)).toBe(true);
    } finally {
      await app.close();
    }
  });

  test('counts by the address that the proxy adds', async () => {
    const app = await TestApp.open({ TRUSTED_PROXIES: '127.0.0.0/8, ::1' });
    try {
      expect(await lockedAfter(app, (attempt) => `203.0.113.${attempt}`)).toBe(false);
      expect(await lockedAfter(app, (attempt) => `192.0.2.${attempt}, 198.51.100.7`)).toBe(true);
    } finally {
      await app.close();
    }
  });
});

test('the log contains the client address, over a real connection', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
  const app = new Hono<Visitor>()
    .use(clientAddress(trusting('127.0.0.1')), requestLog(log))
    .get('/', (c) => c.text(''));
  const server = await listen(app, '127.0.0.1', 0);
  try {
    const headers = { 'X-Forwarded-For': '192.0.2.66, 203.0.113.9' };
    await fetch(`http://127.0.0.1:${server.port}/`, { headers });
    await fetch(`http://127.0.0.1:${server.port}/`);
  } finally {
    await server.close();
  }
  expect(lines.map((line) => JSON.parse(line).client)).toEqual(['203.0.113.9', '127.0.0.1']);
});

test('an idle connection stays open longer than proxies keep theirs', async () => {
  const server = await listen(
    new Hono().get('/', (c) => c.text('here')),
    '127.0.0.1',
    0,
  );
  const { headers } = await fetch(`http://127.0.0.1:${server.port}`);
  expect(Number(/^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(120);
  await server.close();
});
