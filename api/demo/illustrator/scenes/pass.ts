import { lch, mix } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { air, clouds, glow, land } from './air.ts';
import { type Hour, lightAt } from './light.ts';
import { path, rect, stroke, vertical } from './marks.ts';
import { grass, ridge, sky, specks } from './nature.ts';
import { type Scene, SPLIT, type Stage } from './stage.ts';

/** The top of a mountain pass: hairpins below, a sign, and a road to stand on. */
export function pass(s: Stage): Scene {
  const l = lightAt(s.r.pick<Hour>(['noon', 'morning', 'golden', 'overcast']), s.r),
    hor = s.H * s.r.range(0.34, 0.42),
    g = s.ground - s.H * 0.08;
  let b =
    sky(s, l, s.H) +
    clouds(s, l, s.H * 0.05, hor * 0.8, 4) +
    glow(s, l, hor - s.H * 0.12) +
    ridge(s, hor, s.H * 0.32, 3, air(l, land(l, 0.56, 0.04, 262), 0.45), air(l, lch(0.97, 0.006, 240), 0.12)) +
    ridge(
      s,
      hor + s.H * 0.1,
      s.H * 0.2,
      5,
      air(l, land(l, 0.5, 0.045, 235), 0.25),
      air(l, land(l, 0.62, 0.03, 200), 0.2),
    );
  const green = land(l, 0.6, 0.085, 128);
  b += path(
    `M-20 ${n(hor + s.H * 0.12)}Q${n(s.W * 0.3)} ${n(hor + s.H * 0.02)} ${n(s.W * 0.62)} ${n(hor + s.H * 0.15)}T${n(s.W + 40)} ${n(hor + s.H * 0.08)}V${n(s.H)}H-20Z`,
    green,
  );
  b += path(
    `M-20 ${n(hor + s.H * 0.2)}Q${n(s.W * 0.4)} ${n(hor + s.H * 0.12)} ${n(s.W + 40)} ${n(hor + s.H * 0.25)}V${n(s.H)}H-20Z`,
    land(l, 0.55, 0.085, 122),
  );
  // Hairpins get wider towards the camera.
  const left = s.r.chance(0.5) ? 1 : -1;
  let d = `M${n(s.W * (0.5 + left * 0.08))} ${n(hor + s.H * 0.1)}`;
  for (let i = 0; i < 5; i++) {
    const t = (i + 1) / 5,
      x = s.W * (0.5 + left * (i % 2 ? 0.1 : -0.1) * (0.8 + 2.2 * t)),
      y = hor + s.H * (0.1 + 0.26 * t ** 1.3);
    d += `S${n(x)} ${n(y - 12 - 30 * t)} ${n(x)} ${n(y)}`;
  }
  b += stroke(d, 22, mix(lch(0.66, 0.01, 260), l.ambient, 0.1), 'stroke-linecap="round" stroke-linejoin="round"');
  b += stroke(d, 3, '#f5f3ea', 'stroke-dasharray="14 14" stroke-opacity=".8"');
  // The sign with the name and the height, and a low wall.
  const x = s.W * s.r.pick([0.1, 0.78]),
    y = g - s.H * 0.43;
  b +=
    rect(x + 30, y, 16, g - y, lch(0.42, 0.03, 60)) +
    rect(x + 190, y, 16, g - y, lch(0.42, 0.03, 60)) +
    rect(x, y, 236, 110, s.r.pick([lch(0.42, 0.09, 255), lch(0.5, 0.08, 55), lch(0.44, 0.08, 150)]), 'rx="8"') +
    stroke(`M${n(x + 28)} ${n(y + 40)}h180`, 22, '#f6f3ea', 'stroke-dasharray="34 8 20 8 28 8 46 8"') +
    stroke(`M${n(x + 62)} ${n(y + 80)}h112`, 18, '#f6f3ea', 'stroke-dasharray="16 7"');
  let stones = '';
  for (let sx = -20; sx < s.W; sx += 78) stones += `M${n(sx)} ${n(g + 10)}v-${n(s.r.range(50, 62))}q36 -18 72 0v60Z`;
  b += path(stones, land(l, 0.66, 0.012, 80));
  const road = vertical([
    [0, mix(lch(0.52, 0.01, 260), l.ambient, 0.12)],
    [1, mix(lch(0.6, 0.01, 260), l.ambient, 0.12)],
  ]);
  b +=
    SPLIT +
    path(grass(s, g + 16, 0, s.W, 90, 36), land(l, 0.5, 0.08, 120)) +
    road.def +
    rect(0, g + 8, s.W, s.H - g, road.url) +
    rect(0, g + 26, s.W, 9, '#f2f0e8', 'fill-opacity=".85"') +
    path(specks(s, 0, g + 40, s.W, s.H, 60, 5), lch(0.46, 0.01, 260), 'fill-opacity=".5"');
  return { name: 'pass', focus: 5, back: b, front: '', ground: s.ground, light: l, cast: 'floor' };
}
