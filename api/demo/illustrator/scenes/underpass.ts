import { lch, move } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { backdropLight, harmony, lightAt } from './light.ts';
import { path, rect, stroke, vertical } from './marks.ts';
import { specks } from './nature.ts';
import type { Scene, Stage } from './stage.ts';
import { wallShadow } from './walls.ts';

export function underpass(s: Stage): Scene {
  const l = lightAt('overcast', s.r),
    foot = s.ground - s.H * 0.06,
    h = harmony(s.paint, s.r),
    L = Math.min(0.82, backdropLight(s.paint, s.r)),
    wall = lch(L - 0.04, 0.012, h);
  const g = vertical([
      [0, lch(L - 0.22, 0.014, h)],
      [0.4, lch(L, 0.016, h)],
      [1, lch(L - 0.05, 0.014, h)],
    ]),
    fl = vertical([
      [0, lch(L - 0.2, 0.01, h)],
      [1, lch(L - 0.08, 0.01, h)],
    ]);
  let b = g.def + fl.def + rect(0, 0, s.W, s.H, g.url),
    seams = '',
    dots = '';
  const pw = s.W / 2.3,
    ph = foot / 1.5;
  for (let i = 0; i <= 5; i++) {
    seams += `M${n(i * pw + 40)} 0V${n(foot)}`;
    for (let j = 0; j < 3; j++)
      for (const dx of [70, pw - 70])
        for (const dy of [70, ph - 70]) dots += `M${n(i * pw + 40 + dx)} ${n(j * ph + dy)}h.1`;
  }
  for (let j = 1; j < 3; j++) seams += `M0 ${n(j * ph)}H${n(s.W)}`;
  b +=
    stroke(seams, 3, move(wall, -0.09), 'stroke-opacity=".7"') +
    stroke(dots, 20, move(wall, -0.08), 'stroke-linecap="round"');
  const gr = s.r.pick(['stripe', 'arc', 'blocks']),
    paintA = lch(L - 0.01, 0.04, h + 20),
    paintB = lch(L - 0.1, 0.045, h - 25);
  if (gr === 'stripe')
    b +=
      path(`M0 ${n(foot * 0.34)}L${n(s.W)} ${n(foot * 0.2)}V${n(foot * 0.42)}L0 ${n(foot * 0.56)}Z`, paintA) +
      path(`M0 ${n(foot * 0.56)}L${n(s.W)} ${n(foot * 0.42)}V${n(foot * 0.5)}L0 ${n(foot * 0.64)}Z`, paintB);
  else if (gr === 'arc')
    for (let i = 0; i < 4; i++)
      b += `<circle cx="${n(s.W * 0.76)}" cy="${n(foot)}" r="${n(s.H * (0.62 - i * 0.12))}" fill="${i % 2 ? paintA : paintB}" fill-opacity=".8"/>`;
  else
    for (let i = 0; i < 6; i++)
      b += path(
        `M${n(s.W * (i / 6))} ${n(foot)}V${n(foot * s.r.range(0.25, 0.6))}h${n(s.W / 6)}V${n(foot)}Z`,
        i % 2 ? paintA : paintB,
        'fill-opacity=".75"',
      );
  b +=
    rect(0, foot, s.W, s.H - foot, fl.url) +
    rect(0, foot, s.W, 20, '#000', 'fill-opacity=".16"') +
    path(specks(s, 0, foot + 14, s.W, s.H, 70, 5), lch(L - 0.26, 0.01, h), 'fill-opacity=".5"');
  l.shadow = wallShadow(l, wall);
  return {
    name: 'underpass',
    focus: 1.4,
    back: b,
    front: '',
    ground: s.ground,
    light: l,
    cast: 'wall',
    wallFoot: foot,
  };
}
