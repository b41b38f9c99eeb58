import { lch } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { air, glow, land } from './air.ts';
import { type Hour, lightAt } from './light.ts';
import { path, stroke, vertical } from './marks.ts';
import { hills, pine, ridge, sky } from './nature.ts';
import { type Scene, SPLIT, type Stage } from './stage.ts';

export function snow(s: Stage): Scene {
  const l = lightAt(s.r.pick<Hour>(['morning', 'overcast', 'dusk', 'noon']), s.r),
    hor = s.H * s.r.range(0.5, 0.58),
    g = s.ground - s.H * 0.05;
  let b =
    sky(s, l, s.H) +
    glow(s, l, hor - s.H * 0.18) +
    ridge(s, hor, s.H * 0.24, 4, air(l, lch(0.66, 0.045, 255), 0.5), air(l, lch(0.95, 0.01, 240), 0.2));
  const t = (k: number, cnt: number, y: number, h0: number, h1: number): string => {
    let p = '';
    for (let i = 0; i < cnt; i++) {
      const x = s.r.range(-20, s.W + 20),
        h = s.r.range(h0, h1),
        yy = y + s.r.range(-6, 16);
      p += pine(x, yy, h);
    }
    return path(p, air(l, lch(0.4, 0.04, 205), k));
  };
  const sn = (L: number, c = 0.016): string => land(l, L, c, 250);
  b +=
    t(0.55, 30, hor + 26, 50, 110) +
    hills(s, hor + 18, 20, 5, air(l, sn(0.9), 0.2)) +
    t(0.3, 12, hor + 76, 90, 190) +
    hills(s, hor + 66, 24, 5, sn(0.92)) +
    hills(s, g - 18, 14, 5, sn(0.89, 0.022));
  const gr = vertical([
    [0, sn(0.95, 0.01)],
    [1, sn(0.89, 0.02)],
  ]);
  b +=
    SPLIT +
    gr.def +
    path(`M0 ${n(g)}Q${n(s.W * 0.5)} ${n(g - 26)} ${n(s.W)} ${n(g + 4)}V${n(s.H)}H0Z`, gr.url) +
    stroke(
      `M0 ${n(s.ground + 6)}C${n(s.W * 0.3)} ${n(s.ground - 6)} ${n(s.W * 0.7)} ${n(s.ground + 8)} ${n(s.W)} ${n(s.ground)}`,
      20,
      sn(0.82, 0.03),
      'stroke-dasharray="9 6" stroke-opacity=".7"',
    );
  let f = '';
  for (let i = 0; i < 70; i++) f += `M${n(s.r.range(0, s.W))} ${n(s.r.range(0, s.H))}h.1`;
  const front = s.r.chance(0.6) ? stroke(f, 6, '#ffffff', 'stroke-linecap="round" stroke-opacity=".75"') : '';
  l.shadow = lch(0.5, 0.07, 262);
  l.shadowK = 0.42;
  return { name: 'snow', focus: 6, back: b, front, ground: s.ground, light: l, cast: 'floor' };
}
