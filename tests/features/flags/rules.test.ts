import { describe, expect, test } from 'vitest';
import { type FlagGroup, type Flagger, hidingReason, weightOf } from '#api/features/flags/flags.rules.ts';
import type { FlagReason } from '#contract/flag-words.ts';

const member: Flagger = { days: 30, hasPosted: true, upheld: 0, rejected: 0 };

describe('what a flag weighs', () => {
  test.each<[words: string, Partial<Flagger>, weight: number]>([
    ['of a member', {}, 1],
    ['of an account of six days', { days: 6.99 }, 0.5],
    ['of an account of seven days', { days: 7 }, 1],
    ['of somebody who never posted', { hasPosted: false }, 0.5],
    ['after five that moderators agreed with', { upheld: 5 }, 1.5],
    ['after four', { upheld: 4 }, 1],
    ['after 8 of 10', { upheld: 8, rejected: 2 }, 1.5],
    ['after 7 of 9', { upheld: 7, rejected: 2 }, 1],
    ['after five that they did not agree with', { rejected: 5 }, 0],
    ['after four', { rejected: 4 }, 1],
    ['after 1 of 6', { upheld: 1, rejected: 5 }, 0],
    ['after 2 of 10', { upheld: 2, rejected: 8 }, 1],
    ['of an untrusted new one', { days: 1, rejected: 5 }, 0],
  ])('%s', (_, facts, weight) => {
    expect(weightOf({ ...member, ...facts }, 'Spam')).toBe(weight);
  });

  test.each<[FlagReason, number]>([
    ['Spam', 1],
    ['Harassment', 1],
    ['Copyright', 1],
    ['PersonalInfo', 1],
    ['NotABike', 0.5],
    ['StolenBike', 0.5],
    ['OffTopic', 0.5],
  ])('for %s', (reason, weight) => {
    expect(weightOf(member, reason)).toBe(weight);
  });
});

describe('what hides a thing', () => {
  const group = (reason: FlagReason, people: number, weight = people): FlagGroup => ({ reason, people, weight });
  test.each<[words: string, FlagGroup[], FlagReason | null]>([
    ['nobody', [], null],
    ['two members', [group('Spam', 2)], null],
    ['three members', [group('Spam', 3)], 'Spam'],
    ['three for three reasons', [group('Spam', 1), group('Sexual', 1), group('Other', 1)], 'Spam'],
    ['two who weigh as much as three', [group('Spam', 2, 3)], null],
    ['five who weigh half', [group('Spam', 5, 2.5)], null],
    ['six who weigh half', [group('OffTopic', 6, 3)], 'OffTopic'],
    ['one for personal information', [group('PersonalInfo', 1)], null],
    ['two for personal information', [group('PersonalInfo', 2)], 'PersonalInfo'],
    ['one each for what does harm', [group('PersonalInfo', 1), group('Violence', 1, 1.5)], 'Violence'],
    ['what does harm before what weighs more', [group('Spam', 9), group('Violence', 2, 1)], 'Violence'],
    ['the weightiest reason', [group('Spam', 1), group('Sexual', 2)], 'Sexual'],
  ])('%s', (_, groups, reason) => {
    expect(hidingReason(groups)).toBe(reason);
  });
});
