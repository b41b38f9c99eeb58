import { expect, test } from 'vitest';
import { fold } from '#contract/fold.ts';
import { tokensOf } from '#contract/search/tokens.ts';

test.each([
  ['letters of Latin scripts', 'Łódź, ÆRØ, Straße, ŒUVRE, İstanbul', 'lodz, aero, strasse, oeuvre, istanbul'],
  [
    'voicing of Japanese is kept, half width is not',
    'パナソニック ﾊﾟﾅｿﾆｯｸ ハナ がか',
    'パナソニック パナソニック ハナ がか',
  ],
  ['vowel marks and variants of Arabic', 'دَرَّاجَة أحمد إلى آلة ٱلـمـسار کی', 'دراجه احمد الي اله المسار كي'],
  ['digits of Arabic and Persian', '٢٩ ۲۷٫۵', '29 27٫5'],
  ['accents and the final sigma of Greek', 'Ποδήλατος', 'ποδηλατοσ'],
  ['Cyrillic ё', 'Ёлка шоссейный', 'елка шоссеиныи'],
  ['Hangul stays composed', '자전거', '자전거'],
])('folding treats %s alike', (_, text, folded) => {
  expect(fold(text)).toBe(folded);
  // What was folded stays the same.
  expect(fold(folded)).toBe(folded);
});

test('a search for ハナ does not find パナ, in any width', () => {
  expect(tokensOf('ﾊﾟﾅ')).toEqual(tokensOf('パナ'));
  expect(tokensOf('ハナ')).not.toEqual(tokensOf('パナ'));
});
