import { expect, test } from 'vitest';
import { partsOf } from '#contract/mentions.ts';

const linksIn = (text: string) => partsOf(text).flatMap((part) => (part.kind === 'text' ? [] : [part.text]));

test.each([
  // Brackets and quotes that belong to the address, and those that stand around it.
  ['https://en.wikipedia.org/wiki/Raleigh_(bicycle)', 'https://en.wikipedia.org/wiki/Raleigh_(bicycle)'],
  ['(like https://en.wikipedia.org/wiki/Raleigh_(bicycle)).', 'https://en.wikipedia.org/wiki/Raleigh_(bicycle)'],
  ['(https://example.org/a)の', 'https://example.org/a'],
  ['[see](https://example.org/a), or else', 'https://example.org/a'],
  ['https://example.org/a(see below', 'https://example.org/a'],
  ['{https://example.org/?q=[a]}', 'https://example.org/?q=[a]'],
  ['http://[::1]:8080/a', 'http://[::1]:8080/a'],
  ["https://example.org/Rock_'n'_Road", "https://example.org/Rock_'n'_Road"],
  ["'https://example.org/a', he says", 'https://example.org/a'],
  ['"https://example.org/a"', 'https://example.org/a'],
  ['“https://example.org/a”', 'https://example.org/a'],
  ['‘https://example.org/a’', 'https://example.org/a'],
  ['«https://example.org/a»', 'https://example.org/a'],
  ['„https://example.org/a“', 'https://example.org/a'],
  ['<https://example.org/a>', 'https://example.org/a'],
  ['`https://example.org/a`', 'https://example.org/a'],
  ['**https://example.org/a**', 'https://example.org/a'],
  // The end of a sentence.
  ['https://example.org/a.', 'https://example.org/a'],
  ['https://example.org/a?!', 'https://example.org/a'],
  ['see https://example.org/a…', 'https://example.org/a'],
  ['see https://example.org/a...', 'https://example.org/a'],
  ['https://example.org/a—or not', 'https://example.org/a'],
  ['https://example.org/foo。次の文。', 'https://example.org/foo'],
  ['このリンク「https://example.org」を', 'https://example.org'],
  ['全角（https://example.org/baz）です', 'https://example.org/baz'],
  ['看https://example.org/a，很好', 'https://example.org/a'],
  ['هنا https://example.org/a، ثم', 'https://example.org/a'],
  ['यहाँ https://example.org/a।', 'https://example.org/a'],
  ['\u2067https://example.org/a\u2069', 'https://example.org/a'],
  // Addresses with words of other writings.
  ['https://ja.wikipedia.org/wiki/ツール・ド・フランス を', 'https://ja.wikipedia.org/wiki/ツール・ド・フランス'],
  ['https://en.wikipedia.org/wiki/Paris–Roubaix – really', 'https://en.wikipedia.org/wiki/Paris–Roubaix'],
  ['https://fr.wikipedia.org/wiki/L’Équipe', 'https://fr.wikipedia.org/wiki/L’Équipe'],
  ['https://bücher.example/hindi/साइकिल', 'https://bücher.example/hindi/साइकिल'],
  ['Https://example.org/a', 'Https://example.org/a'],
  ['https://example.org/a_b~c;d=1,2/#!/@ana?x=*&y=%20', 'https://example.org/a_b~c;d=1,2/#!/@ana?x=*&y=%20'],
])('%s links %s', (text, address) => {
  expect(linksIn(text)).toEqual([address]);
});

test.each([
  'Seen at @ana@mastodon.example first',
  '@ana.b@mastodon.example',
  '@ana_@mastodon.example',
  '@a_n_a_x@mastodon.example',
  '@ana:matrix.example',
  'ana@mastodon.example',
  'mastodon.example/@ana',
])('%s mentions nobody here', (text) => {
  expect(linksIn(text)).toEqual([]);
});

test.each([
  ['@ana: https://example.org', ['@ana', 'https://example.org']],
  ['@ana.@ben', ['@ana']],
  ['@ana, mail me: me@example.org', ['@ana']],
])('%s links %s', (text, links) => {
  expect(linksIn(text)).toEqual(links);
});
