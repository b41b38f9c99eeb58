import * as v from 'valibot';
import { expect, test } from 'vitest';
import { bikeSchemas } from '#contract/bike-values.ts';
import { nameKey } from '#contract/brands.ts';
import { Component } from '#contract/components.ts';
import { ContactMessage } from '#contract/contact.ts';
import { FolderName } from '#contract/favorites.ts';
import { fold } from '#contract/fold.ts';
import { BuildEntry } from '#contract/history.ts';
import { ProfileLink } from '#contract/profile.ts';
import { slugOf } from '#contract/slug.ts';
import { Tag, tagOf } from '#contract/tags.ts';

test.each([
  [{ year: 2019, brand: 'Ægir', model: 'Łódź' }, '2019-aegir-lodz'],
  [{ year: null, brand: 'Đạp', model: 'Ørn Œuvre' }, 'dap-orn-oeuvre'],
  [{ year: null, brand: 'Þór', model: 'Straße IŞIK ığdır' }, 'thor-strasse-isik-igdir'],
  [{ year: null, brand: 'Ŧest Ħal', model: 'STRAẞE' }, 'test-hal-strasse'],
  [{ year: 1987, brand: 'Cervélo', model: "Guv'nor & Co" }, '1987-cervelo-guvnor-and-co'],
  [{ year: null, brand: '自転車', model: 'Велосипед' }, 'bike'],
])('the slug of %j is in plain letters', (bike, slug) => {
  expect(slugOf(bike)).toBe(slug);
});

test('names are compared and tags are made in plain letters', () => {
  expect(fold('Łódź ÆØÅ ẞ İı')).toBe('lodz aeoa ss ii');
  expect(nameKey('Røde Łabędź')).toBe(nameKey('rode labedz'));
  expect(tagOf('Łódź Ærø')).toBe('lodz-aero');
});

/** Each kind of name that a member enters, with its schema. */
const names = {
  model: bikeSchemas.model,
  brandOther: bikeSchemas.brandOther,
  nickname: bikeSchemas.nickname,
  builder: bikeSchemas.builder,
  colorName: bikeSchemas.colorName,
  shop: bikeSchemas.shop,
  maker: Component.entries.brand,
  day: BuildEntry.entries.title,
  folder: FolderName,
  sender: ContactMessage.entries.name,
  link: ProfileLink.entries.label,
};

test.each(Object.entries(names))('a %s of punctuation alone is refused with a sentence', (_, schema) => {
  const issueOf = (text: string) => v.safeParse(schema, text).issues?.[0]?.message;
  for (const text of ['...', '?', '–', ' / ', '***', '¿¡', '。、', '$^`', '\u0301!'])
    expect([text, issueOf(text)]).toEqual([text, 'Use at least one letter or number.']);
  for (const text of ['é', '7', '!x!', '❤️', '🇫🇷', '自', 'ก', '½'])
    expect([text, issueOf(text)]).toEqual([text, undefined]);
});

test.each([
  ['自転車', '自転車'],
  ['гравий', 'гравий'],
  ['Ретро  Шоссе', 'ретро-шоссе'],
  ['バイク', 'バイク'],
  ['ﾊﾞｲｸ', 'バイク'],
  ['鉄', '鉄'],
  ['साइकिल', 'साइकिल'],
  ['จักรยาน', 'จักรยาน'],
  ['אופני כביש', 'אופני-כביש'],
  ['دوچرخه\u200Cسواری', 'دوچرخه\u200Cسواری'],
  ['ΠΟΔΉΛΑΤΟ', 'ποδήλατο'],
  ['Đạp xe ２６″', 'dap-xe-26'],
  ['Fillet_Brazed!', 'fillet-brazed'],
  ['🚲️ bmx\u200D', 'bmx'],
  ['𠮷'.repeat(20), '𠮷'.repeat(15)],
  [`${'a'.repeat(29)}𠮷`, 'a'.repeat(29)],
])('%s becomes the tag %s, which the server accepts', (typed, tag) => {
  expect(tagOf(typed)).toBe(tag);
  expect(v.is(Tag, tag)).toBe(true);
});

test('the server accepts no tag that another spelling of it would double', () => {
  for (const tag of ['Гравий', 'é', 'bmX', 'ﾊﾞｲｸ', 'a\uFE0Fb', '\u0301a', 'x', 'a b'])
    expect([tag, v.is(Tag, tag)]).toEqual([tag, false]);
});

test('a tag of dashes alone is invalid', () => {
  expect(v.is(Tag, '--')).toBe(false);
  for (const tag of ['bmx', 'fillet-brazed', '-old', 'a-']) expect(v.is(Tag, tag)).toBe(true);
});
