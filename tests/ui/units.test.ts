import { expect, test } from 'vitest';
import { inUnits } from '#src/ui/units.ts';

const told = (value: string | number, unit: string, system: 'Metric' | 'Imperial') => {
  const row = inUnits({ name: 'It', value, unit }, system);
  return `${row.value} ${row.unit}`;
};

test('weights, lengths and distances are told in pounds, inches and miles', () => {
  expect(told('8.95', 'kg', 'Imperial')).toBe('19.7 lb');
  expect(told('12', 'kg', 'Imperial')).toBe('26.5 lb');
  expect(told(56, 'cm', 'Imperial')).toBe('22 in');
  expect(told(120, 'km', 'Imperial')).toBe('75 mi');
  expect(told('1,240', 'g', 'Imperial')).toBe('43.7 oz');
});

test('a frame in inches is told in centimeters, and what is metric stays as it is', () => {
  expect(told(19, 'in', 'Metric')).toBe('48.3 cm');
  expect(told('8.95', 'kg', 'Metric')).toBe('8.95 kg');
});

test('tire widths, travel, watts and money are told alike everywhere', () => {
  for (const unit of ['mm', 'W', 'Nm', 'Wh', 'EUR'])
    for (const system of ['Metric', 'Imperial'] as const) expect(told(42, unit, system)).toBe(`42 ${unit}`);
});
