import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptPush } from '#api/features/push/push.encryption.ts';
import { Vapid } from '#api/features/push/push.vapid.ts';
import { isPublicAddress } from '#api/platform/addresses/public-address.ts';
import { PublicTransport } from '#api/platform/addresses/public-transport.ts';
import { SigningKeys } from '#api/platform/signing-keys.ts';
import { hoursOf, quietHours, quietMinutesLeft } from '#contract/quiet-hours.ts';
import { PushReceiver, vapidClaims } from '#tests/kit/push-receiver.ts';

const text = (base64url: string) => Buffer.from(base64url, 'base64url');

test('a payload is encrypted as in the example of RFC 8291', () => {
  const recipient = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const random = {
    salt: text('DGv6ra1nlYgDCS1FRnbzlw'),
    privateKey: text('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  };
  expect(
    encryptPush(Buffer.from('When I grow up, I want to be a watermelon'), recipient, random).toString('base64url'),
  ).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl' +
      '7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('every payload is encrypted with another key', () => {
  const receiver = new PushReceiver();
  const device = receiver.device('https://push.example.org/a');
  const [one, other] = [encryptPush(Buffer.from('news'), device), encryptPush(Buffer.from('news'), device)];
  expect(one.equals(other)).toBe(false);
  expect([one, other].map((body) => receiver.decrypt(body))).toEqual(['news', 'news']);
});

test('the key pair follows from the secret, and an older secret still signs for its subscriptions', () => {
  const before = new Vapid(new SigningKeys(['old secret']), 'mailto:operator@headbadge.example');
  const after = new Vapid(new SigningKeys(['new secret', 'old secret']), 'mailto:operator@headbadge.example');
  expect(new Vapid(new SigningKeys(['old secret']), '').publicKey).toBe(before.publicKey);
  expect(after.publicKey).not.toBe(before.publicKey);
  const now = new Date();
  for (const key of [before.publicKey, after.publicKey]) {
    const header = after.authorization('https://push.example.org/a?b=c', key, now);
    expect(vapidClaims(header ?? '')).toMatchObject({ aud: 'https://push.example.org', key });
  }
  expect(before.authorization('https://push.example.org/a', after.publicKey, now)).toBeNull();
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  expect(() => ecdh.computeSecret(text(after.publicKey))).not.toThrow();
});

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.0.1',
  '192.168.1.1',
  '224.0.0.1',
])('no push goes to %s', (address) => expect(isPublicAddress(address)).toBe(false));
test.each([
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  'fc00::1',
  'fe80::1',
  '2002:7f00:1::',
  '2001:db8::1',
  'host',
])('no push goes to %s either', (address) => expect(isPublicAddress(address)).toBe(false));
test.each(['8.8.8.8', '172.32.0.1', '2a00:1450:4001:82b::200a'])('a push may go to %s', (address) =>
  expect(isPublicAddress(address)).toBe(true),
);

test.each([[['10.0.0.7']], [['8.8.8.8', '127.0.0.1']]])('a name that leads to %s gets no push', async (addresses) => {
  const found = addresses.map((address) => ({ address, family: 4 }));
  const lookUp = ((_: string, __: object, done: (error: null, all: object[]) => void) => done(null, found)) as never;
  const transport = new PublicTransport({ lookUp });
  const sent = transport.send({
    endpoint: 'https://push.example.org/a',
    headers: {},
    body: Buffer.alloc(1),
    timeoutMs: 1000,
  });
  await expect(sent).rejects.toThrow('public internet');
});

test('an address in place of a name gets no push', async () => {
  for (const endpoint of ['https://127.0.0.1/a', 'https://[::1]/a']) {
    const sent = new PublicTransport().send({ endpoint, headers: {}, body: Buffer.alloc(1), timeoutMs: 1000 });
    await expect(sent).rejects.toThrow('public internet');
  }
});

test('quiet hours last from their first hour to their last, also over midnight', () => {
  expect(quietMinutesLeft('22-7', 22 * 60)).toBe(9 * 60);
  expect(quietMinutesLeft('22-7', 60)).toBe(6 * 60);
  expect(quietMinutesLeft('22-7', 7 * 60)).toBe(0);
  expect(quietMinutesLeft('22-7', 21 * 60 + 59)).toBe(0);
  expect(quietMinutesLeft('0-8', 0)).toBe(8 * 60);
  for (const choice of ['Off', '', 'later']) expect(quietMinutesLeft(choice, 0)).toBe(0);
  expect(quietHours.filter((choice) => !hoursOf(choice))).toEqual(['Off']);
});
