import * as v from 'valibot';
import { expect, test } from 'vitest';
import { readConfig } from '#api/platform/config.ts';
import { Email } from '#contract/accounts.ts';

const valid = [
  'anna@xn--bcher-kva.example',
  'anna@a--b.example',
  "o'brien@example.org",
  'a&b@example.org',
  'anna+bikes@example.co.uk',
  'anna.maria_9@sub.example.org',
  'x@localhost',
];
const invalid = [
  '',
  'anna',
  '@example.org',
  'anna@',
  'an na@example.org',
  'anna@-example.org',
  'anna@example..org',
  'a@b, c@d',
];

test.each(valid)("%s is an e-mail address, in forms and as the operator's address", (address) => {
  expect(v.is(Email, address)).toBe(true);
  expect(readConfig({ OPERATOR_EMAIL: address, KEYS: 'abcdefghijklmnopqrstuvwxyz0123456789-_' }).operatorEmail).toBe(
    address,
  );
});

test.each(invalid)('"%s" is no e-mail address', (address) => {
  expect(v.is(Email, address)).toBe(false);
});
