import { lch, toLch } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { air, clouds, glow, land } from './air.ts';
import { type Hour, lightAt } from './light.ts';
import { path, rect, stroke, vertical } from './marks.ts';
import { crown, grass, hills, sky, specks } from './nature.ts';
import { type Scene, SPLIT, type Stage } from './stage.ts';

export function field(s: Stage): Scene {
  const l = lightAt(s.r.pick<Hour>(['overcast', 'golden', 'morning']), s.r),
    hor = s.H * 0.5,
    g = s.ground - s.H * 0.07,
    hue = s.r.pick([120, 100, 130]);
  let b = sky(s, l, hor + 40) + clouds(s, l, s.H * 0.08, s.H * 0.3, 3) + glow(s, l, hor - s.H * 0.14);
  let t = '',
    t2 = '';
  for (let i = 0; i < 26; i++) {
    const x = s.r.range(-30, s.W + 30),
      z = s.r.range(50, 120),
      d = crown(x, hor - z * 0.18, z, z * 0.95, s.r);
    if (i % 2) t += d;
    else t2 += d;
  }
  const au = s.r.chance(0.5);
  b +=
    path(t, air(l, land(l, 0.5, 0.075, au ? 70 : hue + 20), 0.4)) +
    path(t2, air(l, land(l, 0.58, 0.09, au ? 50 : hue + 8), 0.34)) +
    hills(s, hor + 24, 14, 5, air(l, land(l, 0.68, 0.095, hue - 6), 0.2)) +
    hills(s, g - 36, 22, 5, land(l, 0.62, 0.1, hue - 8));
  const c = toLch(s.paint).c > 0.04 ? lch(0.62, 0.13, toLch(s.paint).h + 180) : lch(0.6, 0.15, 25);
  const tape = (y0: number, y1: number, k: number): string => {
    let o = '';
    for (let i = 0; i <= 5; i++) {
      const x = (i / 5) * s.W + 30;
      o += rect(x - 5 * k, y0 + ((y1 - y0) * i) / 5, 10 * k, 150 * k, air(l, land(l, 0.85, 0.02, 80), 0.1));
      if (i < 5) {
        const xx = ((i + 1) / 5) * s.W + 30,
          ya = y0 + ((y1 - y0) * i) / 5 + 14 * k,
          yb = y0 + ((y1 - y0) * (i + 1)) / 5 + 14 * k;
        for (const dy of [0, 52 * k])
          o += stroke(
            `M${n(x)} ${n(ya + dy)}Q${n((x + xx) / 2)} ${n((ya + yb) / 2 + dy + 12)} ${n(xx)} ${n(yb + dy)}`,
            8 * k,
            air(l, c, 0.15),
          );
      }
    }
    return o;
  };
  b += tape(g - 190, g - 160, 1);
  const mud = vertical([
    [0, land(l, 0.58, 0.05, 70)],
    [1, land(l, 0.5, 0.05, 62)],
  ]);
  b +=
    SPLIT +
    mud.def +
    path(`M0 ${n(g + 6)}Q${n(s.W * 0.5)} ${n(g - 16)} ${n(s.W)} ${n(g + 8)}V${n(s.H)}H0Z`, mud.url) +
    path(specks(s, 0, g + 10, s.W, s.H, 120, 8), land(l, 0.43, 0.045, 60), 'fill-opacity=".6"') +
    path(grass(s, g + 14, 0, s.W, 150, 30), land(l, 0.56, 0.1, hue)) +
    path(grass(s, s.H + 6, 0, s.W, 60, 54), land(l, 0.46, 0.09, hue), 'fill-opacity=".9"');
  return { name: 'field', focus: 7, back: b, front: '', ground: s.ground, light: l, cast: 'floor' };
}
