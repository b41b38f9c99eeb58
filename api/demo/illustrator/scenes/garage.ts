import { lch, move, toLch } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { backdropLight, lightAt } from './light.ts';
import { path, rect, stroke, vertical } from './marks.ts';
import { specks } from './nature.ts';
import type { Scene, Stage } from './stage.ts';
import { wallShadow } from './walls.ts';

export function garage(s: Stage): Scene {
  const l = lightAt(s.r.pick(['morning', 'overcast', 'golden']), s.r),
    bright = toLch(s.paint).l > 0.6 && toLch(s.paint).c > 0.03,
    wood = s.r.chance(0.3),
    L = bright ? s.r.range(0.46, 0.56) : wood ? 0.7 : Math.max(0.72, backdropLight(s.paint, s.r) - 0.05),
    h = wood ? 60 : bright ? s.r.pick([250, 160, 230, 30]) : s.r.pick([85, 75, 240, 150]),
    c = wood ? 0.06 : bright ? s.r.range(0.02, 0.045) : s.r.range(0.006, 0.018),
    foot = s.ground - s.H * 0.06;
  const wall = lch(bright ? 0.78 : Math.min(0.92, L + 0.07), 0.016, 75),
    jamb = s.r.pick([-1, 0, 1]),
    x0 = jamb < 0 ? s.W * s.r.range(0.06, 0.12) : -s.W * 0.2,
    x1 = jamb > 0 ? s.W * s.r.range(0.88, 0.94) : s.W * 1.2,
    y0 = -s.H * 0.55,
    g = vertical([
      [0, lch(L - 0.05, c, h)],
      [0.2, lch(L, c, h)],
      [1, lch(L - 0.015, c, h)],
    ]),
    dr = vertical([
      [0, lch(0.66, 0.008, 80)],
      [1, lch(0.78, 0.01, 80)],
    ]);
  let b =
    g.def +
    dr.def +
    rect(0, 0, s.W, s.H, wall) +
    rect(x0 - 44, y0 - 22, x1 - x0 + 88, foot - y0 + 22, move(wall, 0.04)) +
    rect(x0, y0, x1 - x0, foot - y0, g.url);
  const rows = s.r.pick([5, 13, 22, 5]),
    rh = (foot - y0) / rows;
  let d = '',
    hi = '';
  for (let i = 1; i < rows; i++) {
    d += `M${n(x0)} ${n(y0 + i * rh)}H${n(x1)}`;
    hi += `M${n(x0)} ${n(y0 + i * rh + 4)}H${n(x1)}`;
  }
  b += stroke(d, 4, lch(L - 0.1, c, h)) + stroke(hi, 3, lch(L + 0.05, c * 0.8, h));
  if (rows === 5) {
    let p = '';
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < 5; j++) {
        const pw = (x1 - x0) / 5;
        p += `M${n(x0 + j * pw + 34)} ${n(y0 + i * rh + 34)}h${n(pw - 68)}v${n(rh - 68)}h${n(-pw + 68)}Z`;
      }
    b +=
      stroke(p, 3.4, lch(L - 0.055, c, h)) +
      stroke(p, 2, lch(L + 0.06, c, h), 'transform="translate(3 3)" stroke-opacity=".8"');
  }
  b +=
    rect(x0, y0, x1 - x0, 26, l.shadow, 'fill-opacity=".22"') +
    path(`M${n(l.from.x < 0 ? x0 : x1 - 40)} ${n(y0)}h40v${n(foot - y0)}h-40Z`, l.shadow, 'fill-opacity=".2"');
  b +=
    rect(0, foot - 10, s.W, 10, lch(L - 0.2, 0.01, h)) +
    rect(0, foot, s.W, s.H - foot, dr.url) +
    stroke(
      `M${n(s.W * 0.3)} ${n(foot)}L${n(s.W * 0.2)} ${n(s.H)}M${n(s.W * 0.7)} ${n(foot)}L${n(s.W * 0.8)} ${n(s.H)}`,
      3,
      lch(0.55, 0.01, 80),
      'stroke-opacity=".6"',
    ) +
    path(specks(s, 0, foot + 8, s.W, s.H, 60, 5), lch(0.6, 0.01, 80), 'fill-opacity=".6"');
  l.shadow = wallShadow(l, lch(L, c, h));
  return { name: 'garage', focus: 1.2, back: b, front: '', ground: s.ground, light: l, cast: 'wall', wallFoot: foot };
}
