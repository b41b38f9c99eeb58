import { lch, mix } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { type Hour, lightAt } from './light.ts';
import { disc, path, rect, vertical } from './marks.ts';
import { crown, hills } from './nature.ts';
import { type Scene, SPLIT, type Stage } from './stage.ts';

export function autumn(s: Stage): Scene {
  const l = lightAt(s.r.pick<Hour>(['golden', 'overcast', 'morning']), s.r),
    g = s.ground - s.H * 0.09,
    base = s.r.pick([55, 70, 40, 85]);
  const bg = vertical([
    [0, lch(0.84, 0.05, base + 20)],
    [0.6, lch(0.92, 0.045, base + 28)],
    [1, lch(0.86, 0.06, base + 10)],
  ]);
  let b = bg.def + rect(0, 0, s.W, s.H, bg.url);
  for (const layer of [0, 1, 2] as const) {
    const k = ([0.55, 0.3, 0.08] as const)[layer];
    let tr = '',
      c1 = '',
      c2 = '';
    const cnt = ([11, 6, 2] as const)[layer];
    for (let i = 0; i < cnt; i++) {
      const x =
          layer === 2 ? s.W * (i ? 0.965 : 0.035) + s.r.range(-30, 30) : (i + s.r.range(0.15, 0.85)) * (s.W / cnt),
        w = ([12, 24, 60] as const)[layer],
        by = g - ([30, 6, -16] as const)[layer];
      tr += `M${n(x - w * 0.3)} ${n(-10)}L${n(x - w * 0.5)} ${n(by)}h${n(w)}L${n(x + w * 0.3)} -10Z`;
      for (let j = 0; j < 5; j++) {
        const d = crown(
          x + s.r.range(-110, 110),
          s.r() ** 1.4 * s.H * ([0.42, 0.28, 0.06] as const)[layer] - 20,
          s.r.range(70, 190),
          s.r.range(50, 120),
          s.r,
        );
        if (j % 2) c1 += d;
        else c2 += d;
      }
    }
    const haze = lch(0.92, 0.045, base + 28);
    b +=
      path(tr, mix(lch(0.36, 0.035, 50), haze, k)) +
      path(c2, mix(lch(0.66, 0.13, base - 8), haze, k * 1.1), 'fill-opacity=".85"') +
      path(c1, mix(lch(0.76, 0.13, base + 14), haze, k * 1.1), 'fill-opacity=".85"');
    if (layer === 0) b += hills(s, g - 46, 12, 6, mix(lch(0.72, 0.085, 110), haze, 0.35));
    if (layer === 1) b += hills(s, g - 16, 8, 6, mix(lch(0.66, 0.09, 105), haze, 0.15));
  }
  let bok = '';
  for (let i = 0; i < 14; i++)
    bok += disc(
      s.r.range(0, s.W),
      s.r.range(0, s.H * 0.55),
      s.r.range(14, 46),
      lch(0.92, 0.09, base + 25),
      `fill-opacity="${(s.r.range(0.1, 0.26)).toFixed(2)}"`,
    );
  b += bok;
  const gr = vertical([
    [0, lch(0.68, 0.045, 75)],
    [1, lch(0.76, 0.04, 78)],
  ]);
  b += SPLIT + gr.def + path(`M0 ${n(g)}Q${n(s.W * 0.5)} ${n(g - 10)} ${n(s.W)} ${n(g + 4)}V${n(s.H)}H0Z`, gr.url);
  const leaf = (cnt: number, y0: number, y1: number, k: number): string => {
    let d = '';
    for (let i = 0; i < cnt; i++) {
      const t = s.r(),
        x = s.r.range(0, s.W),
        y = y0 + t * (y1 - y0),
        a = s.r.range(0, 6.28),
        z = k * (0.5 + t),
        dx = Math.cos(a) * z,
        dy = Math.sin(a) * z * 0.5;
      d += `M${n(x - dx)} ${n(y - dy)}Q${n(x + dy)} ${n(y - dx * 0.5)} ${n(x + dx)} ${n(y + dy)}Q${n(x - dy)} ${n(y + dx * 0.5)} ${n(x - dx)} ${n(y - dy)}Z`;
    }
    return d;
  };
  b +=
    path(leaf(110, g + 6, s.H, 14), lch(0.62, 0.14, base - 12)) +
    path(leaf(90, g + 6, s.H, 14), lch(0.74, 0.14, base + 12)) +
    path(leaf(50, g + 6, s.H, 13), lch(0.52, 0.11, base - 24));
  const front =
    path(leaf(12, s.ground + 20, s.H, 20), lch(0.66, 0.15, base)) +
    path(leaf(5, s.H * 0.2, s.H * 0.6, 12), lch(0.68, 0.14, base));
  return { name: 'autumn', focus: 15, back: b, front, ground: s.ground, light: l, cast: 'floor' };
}
