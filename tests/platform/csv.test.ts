import { expect, test } from 'vitest';
import { csvLine } from '#api/platform/csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['a;=1+1', "a;'=1+1"],
  ['a; =1+1', "a; '=1+1"],
  ['a;;－1', "a;;'－1"],
  ['a\t@b', "a\t'@b"],
  ['a\n=1+1', '"a\n\'=1+1"'],
  ['"\r\n=1+1', '"""\r\n\'=1+1"'],
  [['one', '=two'], "one; '=two"],
  ['\t=1', "'\t'=1"],
  ['a=b; c-d, e+f @g', '"a=b; c-d, e+f @g"'],
  [-5, '-5'],
])('a cell %j becomes no formula in any spreadsheet', (value, cell) => {
  expect(csvLine([value])).toBe(`${cell}\r\n`);
});
