import { lch } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { harmony, lightAt } from './light.ts';
import { disc, horizontal, path, radial, rect, stroke, vertical } from './marks.ts';
import type { Scene, Stage } from './stage.ts';

export function velodrome(s: Stage): Scene {
  const l = lightAt('indoor', s.r),
    foot = s.ground - s.H * 0.09,
    top = s.H * s.r.range(0.2, 0.24),
    tilt = s.r.pick([-60, 60, 0, 40]),
    wood = (k: number): string => lch(0.8 + k, 0.055, 76);
  const y = (t: number, x: number): number => top + (foot - top) * t + tilt * (x - 0.5) * (1 - t);
  const band = (t0: number, t1: number, fill: string, ex = ''): string =>
    path(`M0 ${n(y(t0, 0))}L${n(s.W)} ${n(y(t0, 1))}L${n(s.W)} ${n(y(t1, 1))}L0 ${n(y(t1, 0))}Z`, fill, ex);
  const g = vertical([
      [0, wood(-0.07)],
      [1, wood(0.05)],
    ]),
    dk = vertical([
      [0, lch(0.3, 0.03, 265)],
      [1, lch(0.44, 0.035, 262)],
    ]),
    fl = vertical([
      [0, lch(0.73, 0.01, 240)],
      [1, lch(0.83, 0.008, 240)],
    ]);
  let b = g.def + dk.def + fl.def + rect(0, 0, s.W, s.H, dk.url);
  let crowd = '';
  for (let i = 0; i < 150; i++) {
    const row = s.r.int(0, 5);
    crowd += `M${n(s.r.range(0, s.W))} ${n(s.H * 0.02 + row * s.H * 0.024)}h.1`;
  }
  b += stroke(crowd, 15, lch(0.52, 0.035, 262), 'stroke-linecap="round" stroke-opacity=".55"');
  for (let i = 0; i < 5; i++) {
    const x = s.W * (0.1 + 0.2 * i),
      gg = radial([
        [0, '#eaf2ff', 0.75],
        [0.2, '#cfe0ff', 0.25],
        [1, '#cfe0ff', 0],
      ]);
    b += gg.def + disc(x, s.H * 0.02, 120, gg.url);
  }
  const bh = s.H * 0.07,
    hue = harmony(s.paint, s.r);
  for (let i = -1; i < 6; i++) {
    const x0 = (i + 0.1) / 5,
      x1 = (i + 1.06) / 5;
    b += path(
      `M${n(x0 * s.W)} ${n(y(0, x0) - bh)}L${n(x1 * s.W)} ${n(y(0, x1) - bh)}L${n(x1 * s.W)} ${n(y(0, x1))}L${n(x0 * s.W)} ${n(y(0, x0))}Z`,
      i % 2 ? lch(0.9, 0.01, 240) : lch(0.55, 0.08, hue),
    );
    const m = (x0 + x1) / 2;
    b += stroke(
      `M${n((m - 0.06) * s.W)} ${n(y(0, m - 0.06) - bh / 2)}L${n((m + 0.06) * s.W)} ${n(y(0, m + 0.06) - bh / 2)}`,
      bh * 0.26,
      i % 2 ? lch(0.5, 0.07, hue) : lch(0.93, 0.01, 240),
      'stroke-dasharray="34 8 12 8 26 8"',
    );
  }
  b += band(0, 1.02, g.url);
  let boards = '';
  for (let i = 1; i < 22; i++) {
    const t = i / 22;
    boards += `M0 ${n(y(t, 0))}L${n(s.W)} ${n(y(t, 1))}`;
  }
  b +=
    stroke(boards, 1.4, lch(0.62, 0.06, 70), 'stroke-opacity=".35"') +
    band(0.3, 0.318, lch(0.5, 0.13, 255)) +
    band(0.66, 0.685, lch(0.56, 0.19, 27)) +
    band(0.845, 0.868, lch(0.22, 0.01, 250)) +
    band(0.915, 1.02, lch(0.72, 0.1, 232));
  b += rect(0, foot, s.W, s.H - foot, fl.url) + rect(0, foot, s.W, 18, '#102030', 'fill-opacity=".14"');
  const sh = horizontal([
    [0, '#000', 0.16],
    [0.3, '#000', 0],
    [0.75, '#000', 0],
    [1, '#000', 0.14],
  ]);
  b += sh.def + rect(0, 0, s.W, s.H, sh.url);
  l.shadow = lch(0.26, 0.03, 250);
  l.shadowK = 0.42;
  return { name: 'velodrome', focus: 3.2, back: b, front: '', ground: s.ground, light: l, cast: 'soft', reflect: 0.1 };
}
