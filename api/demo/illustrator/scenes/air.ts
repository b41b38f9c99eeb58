import { lch, mix } from '../ink/oklch.ts';
import type { Light } from './light.ts';
import { cloud, sun } from './nature.ts';
import type { Stage } from './stage.ts';

/** Aerial perspective: mixes a land color towards the sky's lower edge. */
export const air = (l: Light, hex: string, k: number): string => mix(hex, l.sky[2], k);
export const land = (l: Light, L: number, c: number, h: number): string =>
  mix(
    lch(L, c, h),
    l.ambient,
    l.hour === 'golden' ? 0.2 : l.hour === 'dusk' ? 0.42 : l.hour === 'morning' ? 0.12 : 0.06,
  );
export const glow = (s: Stage, l: Light, y: number): string => {
  const x = l.from.x < 0 ? s.W * s.r.range(0.1, 0.32) : s.W * s.r.range(0.68, 0.9);
  return l.hour === 'golden'
    ? sun(s, x, y, s.H * 0.045, '#fff0c0')
    : l.hour === 'dusk'
      ? sun(s, x, y, s.H * 0.06, '#ffb98a')
      : l.hour === 'morning'
        ? sun(s, x, y, s.H * 0.035, '#fff6e0')
        : '';
};
export const clouds = (s: Stage, l: Light, y0: number, y1: number, k: number): string => {
  let b = '';
  for (let i = 0; i < k; i++)
    b += cloud(
      s.r.range(0, s.W),
      s.r.range(y0, y1),
      s.r.range(0.16, 0.42) * s.W,
      mix(l.sky[2], '#ffffff', l.hour === 'dusk' ? 0.1 : 0.55),
      s.r,
      0.6,
    );
  return b;
};
