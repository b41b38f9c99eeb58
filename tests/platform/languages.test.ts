import { expect, test } from 'vitest';
import { confirmationMail } from '#api/features/accounts/accounts.mails.ts';
import { readCatalog } from '#api/languages/catalog.ts';
import { problemsOf } from '#api/languages/check-translation.ts';
import { longDay } from '#api/platform/date-format.ts';
import { currentLanguage, languageOf, withLanguage } from '#api/platform/languages.ts';
import { textOf } from '#api/platform/mail/letter-text.ts';
import { problems } from '#contract/problems.ts';
import { many, t, translate } from '#contract/texts.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['en-GB,en;q=0.9', 'en'],
  ['de-AT', 'de'],
  ['fr;q=0.9,de;q=0.8,ja;q=1', 'de'],
  ['pt-PT,de;q=0.1', 'pt-BR'],
  ['de;q=0,en;q=0.1', 'en'],
  ['tlh', 'en'],
  [';;q=,,=', 'en'],
  [`${'x,'.repeat(10_000)}en`, 'en'],
])('a header of %j asks for %s', (header, language) => {
  expect(languageOf(header, ['en', 'de', 'pt-BR'])).toBe(language);
});

test('texts, plurals, counts, days and refusals are in the language of the request, and English elsewhere', async () => {
  const day = new Date('2026-12-31T12:00:00Z');
  const texts = () => [
    currentLanguage(),
    t`Log in as ${'ann'}`,
    many(1)`Try again in # hour.|Try again in # hours.`,
    many(1234)`Try again in # hour.|Try again in # hours.`,
    translate(problems.not_found.message),
    longDay(day),
  ];
  const english = texts();
  expect(english).toEqual([
    'en',
    'Log in as ann',
    'Try again in 1 hour.',
    'Try again in 1,234 hours.',
    "We can't find this. It may have been deleted.",
    '31 December 2026',
  ]);
  const german = await withLanguage('de', async () => {
    await Promise.resolve();
    return texts();
  });
  expect(german[0]).toBe('de');
  expect(german[1]).toContain('ann');
  expect(german[2]).toMatch(/\b1\sStunde\b/);
  expect(german[3]).toMatch(/1\.234\sStunden/);
  expect(german[5]).toBe('31. Dezember 2026');
  for (const [at, text] of german.entries()) expect(text).not.toBe(english[at]);
  expect(await withLanguage('de', () => withLanguage('en', texts))).toEqual(english);
  expect(texts()).toEqual(english);
});

test('two requests at once each have their own language', async () => {
  const wait = () => new Promise((resolve) => setImmediate(resolve));
  const textIn = (language: 'de' | 'ja' | 'en') =>
    withLanguage(language, async () => {
      await wait();
      return translate(problems.not_found.message);
    });
  const [german, japanese, english] = await Promise.all([textIn('de'), textIn('ja'), textIn('en')]);
  const catalogs = await Promise.all([readCatalog('de'), readCatalog('ja')]);
  const wanted = catalogs.map((catalog) => catalog.get(problems.not_found.message));
  expect([german, japanese, english]).toEqual([...wanted, problems.not_found.message]);
});

test('a mail is written in a language, with the name and the link', async () => {
  const data = { username: 'ann', email: 'ann@example.org', token: 'abc' };
  const write = () => textOf(confirmationMail.write(data, 'Headbadge'), 'https://example.org');
  const german = await withLanguage('de', write);
  expect(german).toMatch(/Hallo ann,/);
  expect(german).toContain('https://example.org/account/confirm-email?token=abc');
  expect(german).not.toContain('Confirm');
});

test('a translation must insert what the English inserts, in as many forms as its language has', () => {
  const text = (msgid: string, msgstr: string[], msgid_plural?: string) => ({
    msgid,
    msgstr,
    ...(msgid_plural && { msgid_plural }),
  });
  expect(problemsOf(text('By {0}', ['Von {0}']), 'de')).toEqual([]);
  expect(problemsOf(text('By {0}', ['Von']), 'de')).toHaveLength(1);
  expect(problemsOf(text('<0>One</0> of {1}', ['<0>Eins</0> von {1}']), 'de')).toEqual([]);
  expect(problemsOf(text('<0>One</0>', ['Eins']), 'de')).toHaveLength(1);
  expect(problemsOf(text('# of {0}', ['Eins von {0}', '# von {0}'], '# of {0}'), 'de')).toEqual([]);
  expect(problemsOf(text('# of {0}', ['# von {0}'], '# of {0}'), 'pl')).toHaveLength(1);
  expect(problemsOf(text('One', [' Eins']), 'de')).toHaveLength(1);
});
