import { mix } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { air, clouds, glow, land } from './air.ts';
import { type Hour, lightAt } from './light.ts';
import { path, rect, stroke, vertical } from './marks.ts';
import { sky, specks } from './nature.ts';
import { type Scene, SPLIT, type Stage } from './stage.ts';

export function coast(s: Stage): Scene {
  const l = lightAt(s.r.pick<Hour>(['noon', 'golden', 'morning']), s.r),
    hor = s.H * s.r.range(0.36, 0.44),
    g = s.ground - s.H * 0.05,
    wallTop = g - s.H * s.r.range(0.2, 0.28);
  let b = sky(s, l, hor) + clouds(s, l, s.H * 0.06, hor - 30, 3) + glow(s, l, hor - s.H * 0.12);
  const sea = vertical([
    [0, land(l, 0.7, 0.075, 225)],
    [1, land(l, 0.58, 0.09, 232)],
  ]);
  b += sea.def + rect(0, hor, s.W, g - hor, sea.url);
  let w = '';
  for (let i = 0; i < 60; i++) {
    const t = s.r() ** 1.6;
    w += `M${n(s.r.range(-20, s.W))} ${n(hor + 5 + t * (wallTop - hor))}h${n(8 + t * 70)}`;
  }
  b += stroke(w, 2.4, '#ffffff', 'stroke-opacity=".34" stroke-linecap="round"');
  const cliff = (x: number, dir: number, k: number, hgt: number, c: string, lit: string): string =>
    path(
      `M${n(x)} ${n(hor + 30 * k)}l${n(dir * 60)} ${n(-hgt * 0.5)}l${n(dir * 50)} ${n(-hgt * 0.3)}l${n(dir * 120)} ${n(-hgt * 0.25)}l${n(dir * 420)} ${n(-hgt * 0.1)}v${n(hgt * 1.8)}Z`,
      c,
    ) +
    path(
      `M${n(x)} ${n(hor + 30 * k)}l${n(dir * 60)} ${n(-hgt * 0.5)}l${n(dir * 50)} ${n(-hgt * 0.3)}l${n(dir * 6)} ${n(hgt * 0.5)}l${n(dir * 60)} ${n(hgt * 0.36)}Z`,
      lit,
    );
  const d = s.r.chance(0.5) ? 1 : -1,
    at0 = d > 0 ? s.W * 0.6 : s.W * 0.4;
  b +=
    cliff(
      at0 - d * 160,
      d,
      0.3,
      s.H * 0.1,
      air(l, land(l, 0.6, 0.045, 120), 0.55),
      air(l, land(l, 0.8, 0.04, 70), 0.45),
    ) +
    cliff(
      at0 + d * 90,
      d,
      1.2,
      s.H * 0.2,
      air(l, land(l, 0.5, 0.06, 130), 0.22),
      air(l, land(l, 0.76, 0.055, 65), 0.2),
    );
  const stone = land(l, 0.84, 0.025, 75),
    wg = vertical([
      [0, stone],
      [1, mix(stone, l.shadow, 0.16)],
    ]);
  b +=
    SPLIT +
    wg.def +
    rect(0, wallTop, s.W, g - wallTop, wg.url) +
    rect(0, wallTop - 12, s.W, 16, mix(stone, '#ffffff', 0.4));
  let st = '';
  for (let r = 0; r < 3; r++) {
    const y = wallTop + 6 + (r * (g - wallTop)) / 3;
    st += `M0 ${n(y)}H${n(s.W)}`;
    for (let x = s.r.range(0, 60); x < s.W; x += s.r.range(110, 240)) st += `M${n(x)} ${n(y)}v${n((g - wallTop) / 3)}`;
  }
  b += stroke(st, 2.4, mix(stone, l.shadow, 0.3), 'stroke-opacity=".5"');
  const rd = vertical([
    [0, land(l, 0.58, 0.012, 260)],
    [1, land(l, 0.68, 0.012, 260)],
  ]);
  b +=
    rd.def +
    rect(0, g, s.W, s.H - g, rd.url) +
    rect(0, g, s.W, 10, l.shadow, 'fill-opacity=".3"') +
    rect(0, g + s.H * 0.115, s.W, 9, '#fbfaf4', 'fill-opacity=".8"') +
    path(specks(s, 0, g + 10, s.W, s.H, 60, 4), land(l, 0.76, 0.01, 260), 'fill-opacity=".5"');
  return { name: 'coast', focus: 6, back: b, front: '', ground: s.ground, light: l, cast: 'wall', wallFoot: g };
}
