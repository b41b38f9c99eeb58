import { expect, test } from 'vitest';
import { languageOfText } from '#src/ui/language-of-text.ts';

test.each([
  ['My first steel bike, built in 1984.', undefined],
  ['Mój pierwszy rower – zbudowany w Łodzi. “Żółty”, 3 × 9 biegów…', undefined],
  ['🚲🚲 12 + 34', undefined],
  ['', undefined],
  ['新しいフレームで組みました。Shimano 105です', 'ja'],
  ['I found it at ブルーラグ in Tokyo.', undefined],
  ['我的第一辆自行车', ''],
  ['나의 첫 자전거', 'ko'],
  ['Το πρώτο μου ποδήλατο', 'el'],
  ['האופניים הראשונים שלי', 'he'],
  ['จักรยานคันแรกของฉัน', 'th'],
  ['Мой первый велосипед', ''],
  ['هذه الدراجة الأولى لي', 'ar'],
  ['اولین دوچرخه من که خودم ساختم', ''],
  ['یہ میری پہلی سائیکل ہے', ''],
  ['Trek エモンダ', ''],
])('in an English page the language of %j is %j', (text, language) => {
  expect(languageOfText(text)).toBe(language);
});
