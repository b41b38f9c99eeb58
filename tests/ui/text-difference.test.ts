import { expect, test } from 'vitest';
import { textDifference } from '#src/ui/text-difference.ts';

const story = 'Found behind a barn and brought back over one winter. '.repeat(20);

test('short texts are shown whole, and so is a text without a counterpart', () => {
  expect(textDifference('Blue', 'Red')).toEqual(['Blue', 'Red']);
  expect(textDifference('', 'Red')).toEqual(['', 'Red']);
});

test('of two long texts the differing words are shown, with their surroundings', () => {
  const [mine, site] = textDifference(`${story}It has a new saddle. ${story}`, `${story}It has a new fork. ${story}`);
  expect(mine).toMatch(/^…\S.*It has a new saddle\. Found.*…$/);
  expect(site).toMatch(/^…\S.*It has a new fork\. Found.*…$/);
  for (const text of [mine, site]) expect(text.length).toBeLessThan(150);
});

test('an addition at the end or a removal at the beginning is shown', () => {
  expect(textDifference(story, `${story}Sold.`)[1]).toMatch(/Sold\.$/);
  expect(textDifference(`Hello. ${story}`, story)[0]).toMatch(/^Hello\. /);
  expect(textDifference(story, '')).toEqual([expect.stringMatching(/^Found .*…$/), '']);
});

test('texts without anything in common are cut to a readable length, without splitting characters', () => {
  const [mine, site] = textDifference('🚲'.repeat(3000), 'x'.repeat(3000));
  expect(mine).toBe(`${'🚲'.repeat(400)}…`);
  expect(site).toBe(`${'x'.repeat(400)}…`);
});

test('both begin at the same place, also where they end in the same letters', () => {
  const [mine, site] = textDifference(`${'a '.repeat(100)}bb`, `${'a '.repeat(100)}b`);
  expect([mine.at(-1), site.at(-1)]).toEqual(['b', 'b']);
  expect(mine.length - site.length).toBe(1);
});
