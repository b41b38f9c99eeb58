import { lch, mix } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { air, clouds, glow, land } from './air.ts';
import { type Hour, lightAt } from './light.ts';
import { path, rect, stroke, vertical } from './marks.ts';
import { crown, grass, hills, sky } from './nature.ts';
import { type Scene, SPLIT, type Stage } from './stage.ts';

export function vineyard(s: Stage): Scene {
  const l = lightAt(s.r.pick<Hour>(['golden', 'morning', 'noon', 'dusk']), s.r),
    hor = s.H * s.r.range(0.34, 0.42),
    g = s.ground - s.H * 0.05,
    isAutumn = s.r.chance(0.4),
    hue = isAutumn ? 62 : 132;
  let b = sky(s, l, s.H) + clouds(s, l, s.H * 0.06, hor * 0.7, 3) + glow(s, l, hor - s.H * 0.05);
  b +=
    hills(s, hor - 20, 60, 5, air(l, land(l, 0.62, 0.04, 200), 0.55)) +
    hills(s, hor + 24, 46, 4, air(l, land(l, 0.6, 0.06, 125), 0.3));
  // A house among cypresses on the hill.
  const hx = s.W * s.r.pick([0.16, 0.82]),
    hy = hor + 6;
  let trees = '';
  for (let i = -2; i <= 3; i++)
    if (i) trees += `M${n(hx + i * 46 - 11)} ${n(hy + 24)}q0 -78 11 -${n(s.r.range(96, 128))}q11 46 11 124Z`;
  b +=
    path(trees, air(l, land(l, 0.4, 0.05, 140), 0.2)) +
    rect(hx - 36, hy - 34, 82, 58, air(l, land(l, 0.86, 0.04, 70), 0.2)) +
    path(`M${n(hx - 46)} ${n(hy - 32)}l51 -34l51 34Z`, air(l, land(l, 0.56, 0.1, 42), 0.2));
  // Rows of vines run up the slope to one point.
  const vx = s.W * s.r.range(0.3, 0.7),
    vy = hor + 30,
    earth = land(l, 0.7, 0.05, 70);
  b += path(`M-40 ${n(vy + 26)}Q${n(s.W / 2)} ${n(vy - 22)} ${n(s.W + 40)} ${n(vy + 30)}V${n(s.H)}H-40Z`, earth);
  for (let i = -8; i <= 8; i++) {
    const x0 = vx + i * 54,
      x1 = vx + i * s.W * 0.17,
      w = 26;
    b += path(
      `M${n(x0 - 8)} ${n(vy + 14)}L${n(x1 - w * 2.6)} ${n(g)}H${n(x1 + w * 2.6)}L${n(x0 + 8)} ${n(vy + 14)}Z`,
      land(l, s.r.range(0.42, 0.5), 0.08, hue + s.r.range(-10, 10)),
    );
    let leaves = '';
    for (let k = 0; k < 6; k++) {
      const t = (k / 6) ** 1.5,
        x = x0 + (x1 - x0) * t,
        y = vy + 10 + (g - vy - 10) * t;
      leaves += crown(x, y - 14 - 40 * t, 34 + 120 * t, 24 + 84 * t, s.r);
    }
    b += path(leaves, land(l, s.r.range(0.48, 0.56), 0.09, hue + s.r.range(-14, 14)));
  }
  const road = vertical([
    [0, land(l, 0.72, 0.035, 75)],
    [1, land(l, 0.8, 0.03, 78)],
  ]);
  b +=
    SPLIT +
    road.def +
    path(`M0 ${n(g - 8)}Q${n(s.W / 2)} ${n(g + 10)} ${n(s.W)} ${n(g - 6)}V${n(s.H)}H0Z`, road.url) +
    path(grass(s, g + 6, 0, s.W, 120, 44), land(l, 0.5, 0.08, 120)) +
    stroke(
      `M0 ${n(s.H * 0.95)}Q${n(s.W / 2)} ${n(s.H * 0.93)} ${n(s.W)} ${n(s.H * 0.96)}`,
      30,
      mix(earth, lch(0.6, 0.03, 70), 0.4),
      'stroke-opacity=".35"',
    );
  return { name: 'vineyard', focus: 6, back: b, front: '', ground: s.ground, light: l, cast: 'floor' };
}
