import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withLanguage } from '#api/platform/languages.ts';
import { componentPositions, componentSlots } from '#contract/components.ts';
import { catalogLanguages } from '#contract/languages.ts';
import { readPartsList } from '#contract/parts-list.ts';
import { t } from '#contract/texts.ts';
import { writePartsList } from '#contract/written-parts-list.ts';
import { nightly } from '#tests/run/tiers.ts';

const parsed = (text: string) =>
  readPartsList(text).map(({ slot, position, text: part }) => [slot, part, ...(position ? [position] : [])]);

test.each([
  ['Fork: Fox 34', [['Fork', 'Fox 34']]],
  ['Fork - Fox 34', [['Fork', 'Fox 34']]],
  ['Fork – Fox 34', [['Fork', 'Fox 34']]],
  ['Fork\tFox 34', [['Fork', 'Fox 34']]],
  ['Fork -- Fox 34', [['Fork', 'Fox 34']]],
  ['Fork--Fox 34', [['Fork', 'Fox 34']]],
  ['Fork --- Fox 34', [['Fork', 'Fox 34']]],
  ['Fork- Fox 34', [['Fork', 'Fox 34']]],
  ['Fork -Fox 34', [['Fork', 'Fox 34']]],
  ['Fork — Fox 34 - 140 mm', [['Fork', 'Fox 34 - 140 mm']]],
  ['-- Fork: Fox 34', [['Fork', 'Fox 34']]],
  ['-Fork: Fox 34', [['Fork', 'Fox 34']]],
  ['Fork：Fox 34', [['Fork', 'Fox 34']]],
  ['Fork ＝ Fox 34', [['Fork', 'Fox 34']]],
  ['Fork | Fox 34', [['Fork', 'Fox 34']]],
  ['| Fork | Fox 34 | 1800 g |', [['Fork', 'Fox 34, 1800 g']]],
  ['｜Fork｜Fox 34｜', [['Fork', 'Fox 34']]],
  ['Fork-mounted rack', [['Other', 'Fork-mounted rack']]],
  ['A half- finished bell', [['Other', 'A half- finished bell']]],
  ['Seat-post: Thomson', [['Seatpost', 'Thomson']]],
  [
    '| Part | What |\n|:---|---|\n| Fork | Fox 34 |\n| **Saddle** | Brooks |',
    [
      ['Fork', 'Fox 34'],
      ['Saddle', 'Brooks'],
    ],
  ],
  ['FORK:Fox 34 - 140 mm', [['Fork', 'Fox 34 - 140 mm']]],
  ['- Fork: Fox 34', [['Fork', 'Fox 34']]],
  ['• Fork: Fox 34', [['Fork', 'Fox 34']]],
  ['1. Fork: Fox 34', [['Fork', 'Fox 34']]],
  ['**Fork:** Fox 34', [['Fork', 'Fox 34']]],
  ['**Fork**: Fox 34', [['Fork', 'Fox 34']]],
  ['[b]Fork:[/b] Fox 34', [['Fork', 'Fox 34']]],
  ['[*] Fork: Fox 34', [['Fork', 'Fox 34']]],
  ['bars: Nitto Noodle', [['Handlebar', 'Nitto Noodle']]],
  ['Handlebars: Nitto Noodle', [['Handlebar', 'Nitto Noodle']]],
  ['rd: XT', [['Rear derailleur', 'XT']]],
  ['R. Derailleur: XT', [['Rear derailleur', 'XT']]],
  ['FD: XT', [['Front derailleur', 'XT']]],
  ['Cranks: White Industries', [['Crankset', 'White Industries']]],
  ['Post: Thomson', [['Seatpost', 'Thomson']]],
  ['Wheels: Hunt', [['Wheelset', 'Hunt']]],
  [
    'Tyres: Conti',
    [
      ['Front tire', 'Conti'],
      ['Rear tire', 'Conti'],
    ],
  ],
  [
    'Tire: Conti',
    [
      ['Front tire', 'Conti'],
      ['Rear tire', 'Conti'],
    ],
  ],
  ['Rear tyre: Conti', [['Rear tire', 'Conti']]],
  ['Tire (front): Conti', [['Front tire', 'Conti']]],
  [
    'Hubs: Phil',
    [
      ['Front hub', 'Phil'],
      ['Rear hub', 'Phil'],
    ],
  ],
  ['Front brake: Paul', [['Brakes', 'Paul', 'front']]],
  ['Brakes (front and rear): Paul', [['Brakes', 'Paul', 'both']]],
  ['Mudguards: SKS', [['Fenders', 'SKS']]],
  ['Chainring(s): 42', [['Chainring(s)', '42']]],
  ['Mirror: Busch & Müller', [['Other', 'Mirror: Busch & Müller']]],
  ['A bell from a flea market', [['Other', 'A bell from a flea market']]],
  ['https://forum.example/build', [['Other', 'https://forum.example/build']]],
  [
    'Frame & Fork\n\nFork: Rigid\r\nWheels:\nHeadset: King',
    [
      ['Fork', 'Rigid'],
      ['Headset', 'King'],
    ],
  ],
  ['Headset FSA Orbit', [['Headset', 'FSA Orbit']]],
  [
    'Tyres Continental GP5000 28c',
    [
      ['Front tire', 'Continental GP5000 28c'],
      ['Rear tire', 'Continental GP5000 28c'],
    ],
  ],
  ['chain kmc x11', [['Chain / Belt', 'kmc x11']]],
  ['- RD Shimano XT M8100', [['Rear derailleur', 'Shimano XT M8100']]],
  ['Rear mech Shimano XT', [['Rear derailleur', 'Shimano XT']]],
  ['BB SKF 68 mm', [['Bottom bracket', 'SKF 68 mm']]],
  ['bars Nitto Noodle', [['Handlebar', 'Nitto Noodle']]],
  ['Bar tape Supacaz', [['Grips / Tape', 'Supacaz']]],
  ['Seat post Thomson Elite', [['Seatpost', 'Thomson Elite']]],
  ['Seatpost clamp Salsa', [['Seat clamp', 'Salsa']]],
  ['Front tyre Rene Herse - 38 mm', [['Front tire', 'Rene Herse - 38 mm']]],
  ['Disc brakes TRP Spyre', [['Brakes', 'TRP Spyre']]],
  ['Front and rear brakes Paul', [['Brakes', 'Paul', 'both']]],
  ['Brake levers Tektro', [['Brake levers', 'Tektro']]],
  ['Rear light B&M', [['Lights / Dynamo', 'B&M', 'rear']]],
  ['Saddle, Brooks B17', [['Saddle', 'Brooks B17']]],
  ['**Saddle** Brooks B17', [['Saddle', 'Brooks B17']]],
  ['[b]Saddle[/b] Brooks B17', [['Saddle', 'Brooks B17']]],
  ['Top tube bag Revelate', [['Bags', 'Revelate']]],
  ['Brake cables Jagwire', [['Other', 'Brake cables Jagwire']]],
  ['Chain guard SKS', [['Other', 'Chain guard SKS']]],
  ['Crank Brothers Eggbeater', [['Other', 'Crank Brothers Eggbeater']]],
  ['Rotor ALDHU', [['Other', 'Rotor ALDHU']]],
  ['Wheels Manufacturing press', [['Other', 'Wheels Manufacturing press']]],
  ['Extras from the shop', [['Other', 'Extras from the shop']]],
  ['Brake cables: Jagwire', [['Other', 'Brake cables: Jagwire']]],
  ['Frame size: 54', [['Other', 'Frame size: 54']]],
  ['', []],
  ['   \n\t\n', []],
])('%j is parsed', (text, parts) => {
  expect(parsed(text)).toEqual(parts);
});

const part = fc.record({
  slot: fc.constantFrom(...componentSlots),
  position: fc.option(fc.constantFrom(...componentPositions)),
  text: fc.string({ minLength: 1, maxLength: 120, unit: 'grapheme' }).map((text) => text.replace(/\s+/g, ' ').trim()),
});
const parts = fc.array(
  part.filter(({ text }) => text !== ''),
  { maxLength: 60 },
);

test.each(catalogLanguages)('a list copied as text in the language %s is the same list when pasted', (language) =>
  withLanguage(language, () => {
    const all = componentSlots.flatMap((slot) =>
      [null, ...componentPositions].map((position) => ({ slot, position, text: 'Fox 34' })),
    );
    expect(readPartsList(writePartsList(all))).toEqual(all);
    fc.assert(
      fc.property(parts, (some) => {
        expect(readPartsList(writePartsList(some))).toEqual(some);
      }),
      { numRuns: 20 },
    );
  }),
);

test.each([
  [
    'de',
    'Gabel: Fox 34\nSATTEL – Brooks\nBremsen (vorn): Paul\nKette: KMC\nFork: Rigid\nStem Nitto',
    ['Fork', 'Saddle', 'Brakes', 'Chain / Belt', 'Fork', 'Stem'],
  ],
  ['pl', 'Widelec: Fox 34\nlancuch: KMC\nSiodełko Brooks\n\nKola', ['Fork', 'Chain / Belt', 'Saddle']],
  ['ja', 'フォーク：Fox 34\nサドル: Brooks\nFork: Fox 34', ['Fork', 'Saddle', 'Fork']],
] as const)(
  'in a page in %s names of parts are understood in its language and in English: %j',
  async (language, text, slots) => {
    expect(await withLanguage(language, () => readPartsList(text).map(({ slot }) => slot))).toEqual(slots);
  },
);

test.each(catalogLanguages)('the example of the form in the language %s is understood', (language) =>
  withLanguage(language, () => {
    const [, example = ''] = /[“„«「]\s?(.*?)\s?[”“»」]/.exec(t`One part on each line, such as “Fork: Fox 34”.`) ?? [];
    expect(readPartsList(example)).toEqual([{ slot: 'Fork', position: null, text: 'Fox 34' }]);
  }),
);

test("a maker's name and a note are included as words", () => {
  const parts = [
    { slot: 'Fork', position: null, text: '34 Float', brand: 'Fox', note: 'serviced 2024' },
    { slot: 'Saddle', position: null, text: 'Brooks B17', brand: 'Brooks', note: '' },
  ] as const;
  const text = writePartsList(parts);
  expect(text).toBe('Fork: Fox 34 Float (serviced 2024)\nSaddle: Brooks B17');
  expect(writePartsList(readPartsList(text))).toBe(text);
});

test('a list built to be slow is parsed at once', { tags: nightly }, () => {
  for (const text of [
    'a '.repeat(1e6),
    '-'.repeat(1e6),
    'Fork'.repeat(3e5),
    ' :'.repeat(5e5),
    `${'x'.repeat(59)} `.repeat(2e4),
    'front '.repeat(2e5),
    'Fork a\n'.repeat(2e5),
  ]) {
    const begun = performance.now();
    readPartsList(text);
    expect(performance.now() - begun).toBeLessThan(2_000);
  }
});
