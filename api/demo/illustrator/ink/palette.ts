// Paint, metal and rubber: the colors of one bike.

import type { Rng } from '../random.ts';
import type { BikeSpec } from '../spec.ts';
import { lch, mix, toLch } from './oklch.ts';

const BLUE = ['#2c5b9c', '#21416f', '#5a8fc1', '#3b78bd', '#93b5d0'];
const PAINT: Record<string, string[]> = {
  Black: ['#202328', '#1a1c20', '#2a2d31'],
  White: ['#efece4', '#e6e4dd', '#f2f0eb'],
  'Silver / Gray / Raw': ['#aeb1b3', '#8f959a', '#767c82', '#b9b6af'],
  Red: ['#b62a2c', '#c73a2c', '#8e2230', '#cf4a3a'],
  Orange: ['#dd6a26', '#d2592a', '#e5893c'],
  'Yellow / Gold': ['#e0b03a', '#d5a12c', '#e8c653', '#c79f4c'],
  Green: ['#2d6a4a', '#4b6f42', '#1e5647', '#86a071', '#24493a'],
  Teal: ['#2b918c', '#62b3a6', '#1e6e74', '#82c2b2'],
  Blue: BLUE,
  Purple: ['#5f4188', '#7b5fa2', '#4b3165'],
  Pink: ['#d67a99', '#e4a3b2', '#c75f83'],
  Brown: ['#6d4b33', '#80603f', '#583c2b'],
};
const CUSTOM: [string, string][] = [
  ['#e4a3b2', '#2c5b9c'],
  ['#62b3a6', '#dd6a26'],
  ['#efece4', '#b62a2c'],
  ['#e0b03a', '#24493a'],
  ['#5f4188', '#62b3a6'],
  ['#21416f', '#d67a99'],
];

export type BikeColours = {
  frame: string;
  second: string;
  accent: string;
  mark: string;
  black: string;
  rubber: string;
  steel: string;
  silver: string;
  chrome: string;
  grey: string;
  dark: string;
  gold: string;
  leather: string;
  tan: string;
  chain: string;
  spoke: string;
  glass: string;
  red: string;
  amber: string;
};

function paintOf(name: string | undefined, r: Rng): string {
  return r.pick(PAINT[name ?? ''] ?? BLUE);
}

/** Frame colors before any light: primary, secondary, accent. */
export function basePaint(spec: BikeSpec, r: Rng): [string, string, string] {
  const names = spec.colours;
  if (names[0] === 'Multi / Custom' || !names.length) {
    const [a, b] = r.pick(CUSTOM);
    return [a, names[1] ? paintOf(names[1], r) : b, names[2] ? paintOf(names[2], r) : '#efece4'];
  }
  let a = paintOf(names[0], r);
  if (spec.material === 'Titanium' && names[0] === 'Silver / Gray / Raw') a = '#a6a49d';
  if (spec.material === 'Bamboo / Wood' && names[0] === 'Brown') a = '#b98a52';
  const dark = toLch(a).l < 0.55;
  const b = names[1] ? paintOf(names[1], r) : a;
  const c = names[2] ? paintOf(names[2], r) : dark ? '#e9e4d6' : '#23262b';
  return [a, b, c];
}

/** All colors of the bike under an ambient light. */
export function bikeColours(paint: [string, string, string], ambient: string, k: number): BikeColours {
  const t = (hex: string, f = 1): string => mix(hex, ambient, k * f);
  const [a, b, c] = paint;
  const dark = toLch(a).l < 0.62;
  const { h } = toLch(a);
  const readable = Math.abs(toLch(b).l - toLch(a).l) > 0.25;
  return {
    frame: t(a, 0.8),
    second: t(b, 0.8),
    accent: t(c, 0.8),
    mark: t(readable ? b : dark ? lch(0.93, 0.02, h) : lch(0.28, 0.03, h), 0.6),
    black: t('#1d1f23'),
    rubber: t('#25262a'),
    steel: t('#6f757b'),
    silver: t('#b4b8bb'),
    chrome: t('#d4d6d6'),
    grey: t('#4a4e54'),
    dark: t('#121317'),
    gold: t('#b98f4a'),
    leather: t('#8a5a34'),
    tan: t('#c9a06c'),
    chain: t('#8b8a86'),
    spoke: t('#c9cccd'),
    glass: t('#dfe6e8'),
    red: t('#c4302b'),
    amber: t('#f0a63c'),
  };
}
