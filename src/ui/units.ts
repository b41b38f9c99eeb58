import { decimal } from './format.ts';
import type { SpecRow } from './spec-list.tsx';
import { useBrowserFact } from './use-browser-fact.ts';

export type UnitSystem = 'Metric' | 'Imperial';
type Conversion = { unit: string; per: number; places: number };

/** Millimeters stay in both: that is how riders say tire widths and travel. */
const conversions: Record<UnitSystem, Partial<Record<string, Conversion>>> = {
  Imperial: {
    kg: { unit: 'lb', per: 0.453_592_37, places: 1 },
    g: { unit: 'oz', per: 28.349_523_125, places: 1 },
    cm: { unit: 'in', per: 2.54, places: 1 },
    km: { unit: 'mi', per: 1.609_344, places: 0 },
  },
  Metric: { in: { unit: 'cm', per: 1 / 2.54, places: 1 } },
};

/** The units of the viewer's language, which the metric ones stand for until it is known. */
export const useUnitSystem = (): UnitSystem =>
  useBrowserFact(() => (/-US\b/i.test(navigator.language) ? 'Imperial' : 'Metric'), 'Metric');

/** A row of a spec sheet in the units of a system. */
export function inUnits(row: SpecRow, system: UnitSystem): SpecRow {
  const conversion = conversions[system][row.unit ?? ''];
  const amount = Number(String(row.value).replaceAll(',', ''));
  if (!conversion || !Number.isFinite(amount)) return row;
  const to = 10 ** conversion.places;
  return { ...row, value: decimal(Math.round((amount / conversion.per) * to) / to), unit: conversion.unit };
}
