import * as v from 'valibot';
import { expect, test } from 'vitest';
import { readConfig } from '#api/platform/settings/config.ts';
import { Email } from '#contract/accounts.ts';

const valid = [
  'anna@xn--bcher-kva.example',
  'anna@a--b.example',
  "o'brien@example.org",
  'a&b@example.org',
  'anna+bikes@example.co.uk',
  'anna.maria_9@sub.example.org',
  'x@localhost',
  'anna@bücher.example',
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
  'änna@example.org',
  'anna@büch er.example',
  'anna@bücher..example',
  'anna@bücher.example/x',
  'anna@-.bücher',
  'anna@ü%2F.example',
];

test.each(valid)("%s is an e-mail address, in forms and as the operator's address", (address) => {
  expect(v.is(Email, address)).toBe(true);
  expect(readConfig({ OPERATOR_EMAIL: address, KEYS: 'abcdefghijklmnopqrstuvwxyz0123456789-_' }).operatorEmail).toBe(
    v.parse(Email, address),
  );
});

test.each(invalid)('"%s" is no e-mail address', (address) => {
  expect(v.is(Email, address)).toBe(false);
});

test.each([
  ['anna@bücher.example', 'anna@xn--bcher-kva.example'],
  ['Anna@BÜCHER.example', 'Anna@xn--bcher-kva.example'],
  ['anna@пример。рф', 'anna@xn--e1afmkfd.xn--p1ai'],
  ['Anna@Example.org', 'Anna@Example.org'],
])('%s is sent and stored as %s, whatever the browser makes of its input', (typed, stored) => {
  expect(v.parse(Email, typed)).toBe(stored);
});
