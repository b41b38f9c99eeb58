import { describe, expect, test } from 'vitest';
import { type Flagger, hidingOf, type OpenFlag, weightOf } from '#api/features/flags/flags.rules.ts';
import type { FlagReason } from '#contract/flag-reasons.ts';

const member: Flagger = { isNew: false, hasPosted: true, upheld: 0, rejected: 0 };

describe('the weight of a flag', () => {
  test.each<[title: string, Partial<Flagger>, weight: number]>([
    ['of a member', {}, 1],
    ['of a new member', { isNew: true }, 0.5],
    ['of a member who never posted', { hasPosted: false }, 0.5],
    ['after five that moderators agreed with', { upheld: 5 }, 1.5],
    ['after four', { upheld: 4 }, 1],
    ['after 8 of 10', { upheld: 8, rejected: 2 }, 1.5],
    ['after 7 of 9', { upheld: 7, rejected: 2 }, 1],
    ['after five that they did not agree with', { rejected: 5 }, 0],
    ['after four', { rejected: 4 }, 1],
    ['after 1 of 6', { upheld: 1, rejected: 5 }, 0],
    ['after 2 of 10', { upheld: 2, rejected: 8 }, 1],
    ['of an untrusted new one', { isNew: true, rejected: 5 }, 0],
    ['of a new one that was right five times', { isNew: true, upheld: 5 }, 0.5],
  ])('%s', (_, flagger, weight) => {
    expect(weightOf({ ...member, ...flagger }, 'Spam')).toBe(weight);
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

let ids = 0;
/** Flags of `count` members in as many networks, each with the weight of a known member. */
const flags = (reason: FlagReason, count: number, more: Partial<OpenFlag> = {}): OpenFlag[] =>
  Array.from({ length: count }, () => {
    const id = `flag${ids++}`;
    return {
      id,
      userId: `member of ${id}`,
      reason,
      weight: weightOf(member, reason),
      network: `network of ${id}`,
      ...more,
    };
  });

describe('the threshold for hiding', () => {
  test.each<[title: string, OpenFlag[], FlagReason | null]>([
    ['nobody', [], null],
    ['two members', flags('Spam', 2), null],
    ['three members', flags('Spam', 3), 'Spam'],
    ['three for three reasons', [...flags('Spam', 1), ...flags('Sexual', 1), ...flags('Other', 1)], 'Spam'],
    ['two who weigh as much as three', flags('Spam', 2, { weight: 1.5 }), null],
    ['five for what is easily mistaken', flags('OffTopic', 5), null],
    ['six for what is easily mistaken', flags('OffTopic', 6), 'OffTopic'],
    ['one for personal information', flags('PersonalInfo', 1), null],
    ['two for personal information', flags('PersonalInfo', 2), 'PersonalInfo'],
    [
      'one each for what does harm',
      [...flags('PersonalInfo', 1), ...flags('Violence', 1, { weight: 1.5 })],
      'Violence',
    ],
    ['what does harm before what weighs more', [...flags('Spam', 9), ...flags('Violence', 2)], 'Violence'],
    ['the weightiest reason', [...flags('Spam', 1), ...flags('Sexual', 2)], 'Sexual'],
  ])('%s', (_, open, reason) => {
    expect(hidingOf(open)?.reason ?? null).toBe(reason);
  });
});

describe('a handful of new accounts hides nothing', () => {
  test.each<[title: string, OpenFlag[]]>([
    ['two who are new, for violence', flags('Violence', 2, { weight: 0.5 })],
    ['twenty who are new, for violence', flags('Violence', 20, { weight: 0.5 })],
    ['one who is known and one who is new', [...flags('Violence', 1), ...flags('Violence', 1, { weight: 0.5 })]],
    ['twenty who are new, for what is easily mistaken', flags('OffTopic', 20, { weight: 0.25 })],
    ['twenty of one network', flags('Spam', 20, { network: 'one' })],
    ['three of two networks', [...flags('Spam', 2, { network: 'one' }), ...flags('Spam', 1)]],
    ['two of one network, for violence', flags('Violence', 2, { network: 'one' })],
    ['five without a known network', flags('Spam', 5, { network: '' })],
  ])('%s', (_, open) => {
    expect(hidingOf(open)).toBeNull();
  });

  test('the heaviest flag of a network counts, and the total weight is returned', () => {
    const [light, heavy] = [
      flags('Spam', 1, { network: 'one' }),
      flags('Violence', 1, { network: 'one', weight: 1.5 }),
    ];
    const others = flags('Violence', 1);
    const hiding = hidingOf([...light, ...heavy, ...others]);
    expect(hiding).toMatchObject({ reason: 'Violence', weight: 2.5 });
    expect(hiding?.flags.map(({ id }) => id)).toEqual([...heavy, ...others].map(({ id }) => id));
  });
});
