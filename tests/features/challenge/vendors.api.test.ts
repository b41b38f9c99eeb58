import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { challengeFrame, getChallenge } from '#contract/challenge.ts';
import { contactOperator } from '#contract/contact.ts';
import { challengeHeader } from '#contract/envelope.ts';
import { newId } from '#contract/ids.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { CheckVendor } from '#tests/kit/check-vendor.ts';
import { nightly } from '#tests/run/tiers.ts';

const secret = '0x4AAAsecret_of-a-test';
const elsewhere = ['cloudflare', 'hcaptcha'];

const letter = () => ({
  ...{ id: newId(), topic: 'Question', name: 'Ann', email: 'ann@example.org', subject: 'Fenders' },
  message: 'Which fenders fit an Ogre?',
});
async function send(app: TestApp, token: string) {
  const headers = { [challengeHeader]: token };
  const { status, answer } = await new TestBrowser(app).call(contactOperator, { body: letter(), headers });
  return answer.error ? `${status} ${answer.error.code}` : 'fine';
}

describe.each([
  ['turnstile', 'Turnstile', 'https://challenges.cloudflare.com'],
  ['hcaptcha', 'hCaptcha', 'https://hcaptcha.com https://*.hcaptcha.com'],
])('%s', (kind, name, hosts) => {
  let vendor: CheckVendor;
  let app: TestApp;
  const lines: string[] = [];
  beforeAll(async () => {
    vendor = await CheckVendor.start();
    const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
    app = await TestApp.open({ CHALLENGE: `${kind}:site-key:${secret}`, CHALLENGE_VERIFY_URL: vendor.url }, { log });
  });
  afterAll(async () => {
    await app?.close();
    await vendor?.close();
  });

  test('replaces our challenge, and is asked with the secret about each token', async () => {
    const { answer } = await new TestBrowser(app).call(getChallenge, { query: { for: 'contact' } });
    expect(answer.data).toEqual({ kind: 'person', vendor: name });
    expect(await send(app, 'P1_good.token')).toBe('fine');
    const whose = kind === 'hcaptcha' ? { sitekey: 'site-key' } : {};
    expect(vendor.asked.at(-1)).toEqual({ secret, response: 'P1_good.token', ...whose });
  });

  test('accepts a token once, also of concurrent calls and where the vendor would accept it again', async () => {
    vendor.answers.set('twice', { success: true });
    const all = await Promise.all([1, 2, 3, 4].map(() => send(app, 'twice')));
    expect(all.sort()).toEqual([...Array<string>(3).fill('403 challenge.failed'), 'fine']);
  });

  test('refuses tokens that the vendor refuses, and malformed and missing ones without asking it', async () => {
    vendor.answers.set('bad', { success: false, 'error-codes': ['invalid-input-response'] });
    expect(await send(app, 'bad')).toBe('403 challenge.failed');
    const before = vendor.asked.length;
    expect(await send(app, '')).toBe('403 challenge.missing');
    for (const token of ['a b', 'x'.repeat(8001), 'a&secret=b'])
      expect(await send(app, token)).toBe('403 challenge.failed');
    expect(vendor.asked.length).toBe(before);
  });

  test('refuses everyone while the vendor is down, replies unexpectedly or refuses the site', {
    tags: nightly,
  }, async () => {
    vendor.answers
      .set('silence', null)
      .set('portal', '<p>Log in to this network</p>')
      .set('shape', '{"success":"yes"}');
    vendor.answers.set('ours', { success: false, 'error-codes': ['invalid-input-secret'] });
    for (const token of ['silence', 'portal', 'shape', 'ours']) expect(await send(app, token)).toBe('503 unavailable');
    expect(lines.join('\n')).toContain('invalid-input-secret');
    expect(lines.join('\n')).not.toContain(secret);
  });

  test("runs on a separate page, which alone may load the vendor's script, in a frame of our own", async () => {
    const frame = await app.request(challengeFrame);
    const policy = frame.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain(`frame-src ${hosts}`);
    expect(policy).not.toMatch(/unsafe|\*(?!\.)/);
    expect(await frame.text()).not.toContain(secret);
    for (const path of ['/', '/contact', '/api/v1/challenge?for=contact']) {
      const { headers } = await app.request(path);
      for (const host of elsewhere) expect(headers.get('content-security-policy')).not.toContain(host);
    }
  });
});

test('a site without a vendor has no such page, and its policy names no vendor', async () => {
  const app = await TestApp.open();
  try {
    expect((await app.request(challengeFrame)).status).toBe(404);
    const policy = (await app.request('/contact')).headers.get('content-security-policy');
    for (const host of elsewhere) expect(policy).not.toContain(host);
  } finally {
    await app.close();
  }
});
