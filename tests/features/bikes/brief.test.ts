import { expect, test } from 'vitest';
import { briefOf, leadOf } from '#api/features/bikes/bikes.brief.ts';

const minimum = { drivetrain: '1x', rearGear: '11-Speed' } as Parameters<typeof briefOf>[0];
const gears = (drivetrain: string, rearGear: string) => briefOf({ ...minimum, drivetrain, rearGear } as never).gears;

test('the lead of a story is its first line; of a long one whole sentences, else whole words', () => {
  expect(leadOf('')).toBe('');
  expect(leadOf(' One winter, two boxes of parts. \n\n It goes on.')).toBe('One winter, two boxes of parts.');
  const sentence = 'It carried me from Brno to the Baltic with one puncture and no plan.';
  expect(leadOf(`${sentence} ${sentence} ${sentence}`)).toBe(sentence);
  expect(leadOf('on and '.repeat(40))).toBe(`${'on and '.repeat(17).trim()}…`);
  expect(leadOf('x'.repeat(300))).toBe(`${'x'.repeat(120)}…`);
});

test('gears are worded as riders say them', () => {
  expect(gears('2x', '11-Speed')).toBe('2 × 11');
  expect(gears('1x', 'Internal 8-Speed')).toBe('Internal 8-Speed');
  expect(gears('Fixed Gear', 'Single-Speed')).toBe('Fixed Gear');
  expect(gears('Belt Drive', 'Single-Speed')).toBe('Single-Speed');
  expect(gears('E-Bike', '12-Speed')).toBe('12-Speed');
  expect(gears('3x', 'Other')).toBe('3x');
});

test('a bike of which an older version knew less has a brief, too', () => {
  expect(briefOf(minimum)).toEqual({ story: '', frame: '', frameNote: '', gears: '1 × 11', weight: null });
});
