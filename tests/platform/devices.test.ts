import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { Devices } from '#api/platform/sessions/devices.ts';
import { SigningKeys } from '#api/platform/signing-keys.ts';
import { newId } from '#contract/ids.ts';

const keys = new SigningKeys(['a'.repeat(40)]);
const day = 86_400_000;
let clock = Date.now();
const devices = new Devices({ keys, now: () => new Date(clock) });

/** A token as earlier versions wrote it. */
function oldToken(userId: string) {
  const device = randomBytes(16).toString('base64url');
  const payload = `${userId}.${clock + 400 * day}.${device}`;
  const mac = createHmac('sha256', keys.deriveFor('device-v1').signing).update(payload).digest('base64url');
  return { device, text: `${payload}.${mac}` };
}

test('a device is known for each member who logged in, and its cookie names nobody', () => {
  const [ana, ben] = [newId(), newId()];
  const cookie = devices.cookieFor(devices.cookieFor(undefined, ana), ben);
  expect(devices.deviceOf(cookie, ana)).toMatch(/^[\w-]{22}$/);
  expect(devices.deviceOf(cookie, ben)).not.toBe(devices.deviceOf(cookie, ana));
  expect(devices.deviceOf(cookie, newId())).toBeNull();
  for (const id of [ana, ben]) expect(cookie).not.toContain(id);
  const elsewhere = devices.cookieFor(undefined, ana);
  const codeIn = (text: string) => text.split('~').at(-1)?.split('.')[0];
  expect(codeIn(elsewhere)).not.toBe(codeIn(cookie));
  // A later log-in keeps the device.
  const device = devices.deviceOf(cookie, ana);
  clock += day;
  expect(devices.deviceOf(devices.cookieFor(cookie, ana), ana)).toBe(device);
});

test("a cookie of an earlier version goes on, and loses the members' ids at the next log-in", () => {
  const [ana, ben] = [newId(), newId()];
  const [ofAna, ofBen] = [oldToken(ana), oldToken(ben)];
  const old = `${ofAna.text}~${ofBen.text}`;
  expect([ana, ben].map((id) => devices.deviceOf(old, id))).toEqual([ofAna.device, ofBen.device]);
  const renewed = devices.cookieFor(old, ana);
  expect([ana, ben].map((id) => devices.deviceOf(renewed, id))).toEqual([ofAna.device, ofBen.device]);
  for (const id of [ana, ben]) expect(renewed).not.toContain(id);
  clock += 401 * day;
  expect(devices.isKnown(old)).toBe(false);
});

test('a member can neither be added to a cookie nor put in the place of another', () => {
  const [ana, ben] = [newId(), newId()];
  const cookie = devices.cookieFor(undefined, ana);
  const [code = '', ends, device, mac] = cookie.split('.');
  for (const forged of [
    [ben, ends, device, mac],
    [code, ends, randomBytes(16).toString('base64url'), mac],
    [code, Number(ends) + 1, device, mac],
    [code, ends, device, mac?.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
  ])
    expect(devices.isKnown(forged.join('.')), String(forged)).toBe(false);
  // Who knows an id cannot use it as a code.
  expect(devices.deviceOf(cookie, code)).toBeNull();
});
