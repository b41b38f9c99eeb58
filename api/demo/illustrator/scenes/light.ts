import { lch, toLch } from '../ink/oklch.ts';
import { type Pt, pt } from '../ink/pen.ts';
import type { Rng } from '../random.ts';

export type Hour = 'morning' | 'noon' | 'golden' | 'dusk' | 'overcast' | 'night' | 'indoor';
export type Light = {
  hour: Hour;
  from: Pt;
  ambient: string;
  ambientK: number;
  shadow: string;
  shadowK: number;
  sky: [string, string, string];
  warm: number;
};

export function lightAt(hour: Hour, r: Rng): Light {
  const side = r.chance(0.7) ? -1 : 1,
    j = (a: number, k: number): number => a + r.range(-k, k);
  const L = (
    ambient: string,
    k: number,
    shadow: string,
    sk: number,
    sky: [string, string, string],
    h: number,
    warm: number,
  ): Light => ({ hour, from: pt(side * h, -0.85), ambient, ambientK: k, shadow, shadowK: sk, sky, warm });
  switch (hour) {
    case 'morning':
      return L(
        '#fbe6cf',
        0.07,
        lch(0.34, 0.05, 265),
        0.3,
        [lch(j(0.8, 0.02), 0.055, j(236, 10)), lch(0.9, 0.03, 220), lch(0.94, 0.045, j(70, 15))],
        0.75,
        0.5,
      );
    case 'noon':
      return L(
        '#eef4f6',
        0.05,
        lch(0.32, 0.04, 250),
        0.4,
        [lch(j(0.75, 0.03), 0.085, j(240, 8)), lch(0.86, 0.05, 230), lch(0.93, 0.025, 215)],
        0.4,
        0.1,
      );
    case 'golden':
      return L(
        '#ffca8f',
        0.13,
        lch(0.34, 0.06, 300),
        0.36,
        [
          lch(j(0.8, 0.03), r.pick([0.03, 0.045]), r.pick([225, 95, 230])),
          lch(0.88, 0.05, 80),
          lch(0.93, 0.075, j(70, 8)),
        ],
        0.85,
        0.9,
      );
    case 'dusk':
      return L(
        '#9a8596',
        0.13,
        lch(0.22, 0.05, 285),
        0.38,
        [lch(j(0.56, 0.04), 0.05, j(268, 12)), lch(0.72, 0.045, j(330, 25)), lch(0.87, 0.07, j(58, 10))],
        0.6,
        0.6,
      );
    case 'night':
      return L(
        '#3b4a66',
        0.2,
        lch(0.14, 0.03, 270),
        0.5,
        [lch(0.24, 0.04, 270), lch(0.31, 0.045, 265), lch(0.4, 0.05, 280)],
        0.4,
        0.2,
      );
    case 'indoor':
      return L(
        '#f3eee4',
        0.04,
        lch(0.28, 0.03, 60),
        0.3,
        [lch(0.9, 0.01, 90), lch(0.9, 0.01, 90), lch(0.92, 0.01, 90)],
        0.45,
        0.2,
      );
    default:
      return L(
        '#dfe4e6',
        0.08,
        lch(0.36, 0.02, 250),
        0.24,
        [lch(j(0.87, 0.02), 0.014, 230), lch(0.9, 0.012, 220), lch(0.93, 0.012, 120)],
        0.2,
        0,
      );
  }
}

/** A backdrop hue that suits the bike: near it, opposite it, or a quiet neighbor. */
export function harmony(paint: string, r: Rng): number {
  const { h, c } = toLch(paint);
  if (c < 0.03) return r.pick([35, 60, 85, 150, 200, 235, 255, 20]);
  return (h + r.pick([180, 160, 205, 55, -60, 120, 240, 180]) + 360) % 360;
}

/** A backdrop lightness with enough contrast to the frame and to black tires. */
export function backdropLight(paint: string, r: Rng): number {
  const { l, c } = toLch(paint);
  if (l > 0.8) return r.range(0.6, 0.7);
  if (c < 0.03 && l > 0.45) return r.range(0.84, 0.9);
  if (l > 0.6) return r.chance(0.8) ? r.range(0.86, 0.92) : r.range(0.56, 0.62);
  return r.range(0.78, 0.9);
}
