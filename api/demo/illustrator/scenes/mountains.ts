import { lch, mix } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { air, clouds, glow, land } from './air.ts';
import { type Hour, lightAt } from './light.ts';
import { path, vertical } from './marks.ts';
import { grass, hills, pine, ridge, sky, specks } from './nature.ts';
import { type Scene, SPLIT, type Stage } from './stage.ts';

export function mountains(s: Stage): Scene {
  const l = lightAt(s.r.pick<Hour>(['dusk', 'dusk', 'morning', 'golden']), s.r),
    hor = s.H * s.r.range(0.5, 0.56),
    hue = l.hour === 'dusk' ? 280 : 245;
  let b = sky(s, l, s.H) + glow(s, l, hor - s.H * 0.2) + clouds(s, l, s.H * 0.06, s.H * 0.22, 2);
  b += ridge(s, hor - 30, s.H * 0.34, 4, air(l, lch(0.52, 0.06, hue), 0.6), air(l, lch(0.8, 0.045, 45), 0.45));
  b += ridge(s, hor + 6, s.H * 0.22, 5, air(l, lch(0.46, 0.065, hue + 5), 0.42), air(l, lch(0.66, 0.06, 35), 0.42));
  b += ridge(s, hor + 46, s.H * 0.13, 6, air(l, lch(0.42, 0.06, hue + 12), 0.26), null);
  let p = '';
  for (let i = 0; i < 34; i++) {
    const x = s.r.range(-20, s.W + 20);
    p += pine(x, hor + 96 + s.r.range(-10, 14), s.r.range(44, 92));
  }
  b += path(p, air(l, lch(0.36, 0.05, 200), 0.2)) + hills(s, hor + 84, 16, 6, air(l, lch(0.38, 0.05, 190), 0.2));
  const g = s.ground - s.H * 0.06,
    top = land(l, 0.6, 0.035, 60),
    gr = vertical([
      [0, mix(top, l.sky[2], 0.2)],
      [1, mix(top, l.shadow, 0.12)],
    ]);
  b +=
    SPLIT +
    gr.def +
    path(
      `M0 ${n(g + 20)}L${n(s.W * 0.2)} ${n(g - 6)}L${n(s.W * 0.48)} ${n(g + 6)}L${n(s.W * 0.78)} ${n(g - 10)}L${n(s.W)} ${n(g + 10)}V${n(s.H)}H0Z`,
      gr.url,
    ) +
    path(specks(s, 0, g + 20, s.W, s.H, 120, 8), mix(top, l.shadow, 0.3), 'fill-opacity=".5"') +
    path(specks(s, 0, g + 14, s.W, s.H, 70, 7), mix(top, '#ffffff', 0.3), 'fill-opacity=".5"') +
    path(grass(s, g + 14, 0, s.W, 40, 26), mix(top, lch(0.45, 0.07, 110), 0.6));
  let rocks = '';
  for (const [x, w] of [
    [s.W * 0.05, 150],
    [s.W * 0.95, 190],
  ] as const)
    rocks += `M${n(x - w)} ${n(g + 40)}l${n(w * 0.3)} ${n(-w * 0.36)}l${n(w * 0.6)} ${n(-w * 0.16)}l${n(w * 0.7)} ${n(w * 0.3)}l${n(w * 0.3)} ${n(w * 0.26)}Z`;
  b += path(rocks, mix(top, l.shadow, 0.34));
  return { name: 'mountains', focus: 6, back: b, front: '', ground: s.ground, light: l, cast: 'floor' };
}
