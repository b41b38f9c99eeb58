import { lch, mix, move } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { type Hour, harmony, lightAt } from './light.ts';
import { path, rect, stroke, vertical } from './marks.ts';
import { sky, specks } from './nature.ts';
import { type Scene, SPLIT, type Stage } from './stage.ts';

export function quay(s: Stage): Scene {
  const l = lightAt(s.r.pick<Hour>(['morning', 'overcast', 'golden', 'noon']), s.r),
    hor = s.H * 0.5,
    g = s.ground - s.H * 0.05,
    hue = harmony(s.paint, s.r);
  let b = sky(s, l, hor + 20),
    far = '';
  for (let x = -20; x < s.W; ) {
    const w = s.r.range(40, 130),
      h = s.r.range(24, 120);
    far += `M${n(x)} ${n(hor + 6)}v${n(-h)}h${n(w)}v${n(h)}Z`;
    x += w * s.r.range(0.7, 1.2);
  }
  b += path(far, mix(lch(0.55, 0.03, 240), l.sky[2], 0.62));
  for (const cx of [s.W * s.r.range(0.1, 0.3), s.W * s.r.range(0.64, 0.9)]) {
    const c = mix(lch(0.5, 0.06, hue), l.sky[2], 0.38),
      z = s.H * s.r.range(0.26, 0.36);
    b += stroke(
      `M${n(cx)} ${n(hor + 6)}V${n(hor - z)}M${n(cx + 46)} ${n(hor + 6)}V${n(hor - z)}M${n(cx - 90)} ${n(hor - z * 0.8)}H${n(cx + 210)}M${n(cx + 23)} ${n(hor - z * 1.15)}L${n(cx + 200)} ${n(hor - z * 0.8)}M${n(cx + 23)} ${n(hor - z * 1.15)}L${n(cx - 80)} ${n(hor - z * 0.8)}M${n(cx)} ${n(hor - z)}L${n(cx + 23)} ${n(hor - z * 1.16)}L${n(cx + 46)} ${n(hor - z)}M${n(cx)} ${n(hor - z * 0.4)}L${n(cx + 46)} ${n(hor - z * 0.7)}M${n(cx + 46)} ${n(hor - z * 0.4)}L${n(cx)} ${n(hor - z * 0.7)}`,
      7,
      c,
    );
  }
  const wat = vertical([
    [0, mix(lch(0.7, 0.04, 220), l.sky[2], 0.4)],
    [1, mix(lch(0.6, 0.05, 225), l.sky[1], 0.3)],
  ]);
  b += wat.def + rect(0, hor + 4, s.W, g - hor, wat.url);
  let w = '';
  for (let i = 0; i < 50; i++) {
    const t = s.r();
    w += `M${n(s.r.range(0, s.W))} ${n(hor + 12 + t * (g - hor - 20))}h${n(14 + t * 80)}`;
  }
  b += stroke(w, 3, '#ffffff', 'stroke-opacity=".35" stroke-linecap="round"');
  const con = mix(lch(0.76, 0.012, 80), l.ambient, 0.15),
    cg = vertical([
      [0, move(con, -0.06)],
      [1, move(con, 0.03)],
    ]);
  b +=
    SPLIT +
    cg.def +
    rect(0, g, s.W, s.H - g, cg.url) +
    rect(0, g - 16, s.W, 20, move(con, 0.05)) +
    stroke(
      `M${n(s.W * 0.34)} ${n(g)}L${n(s.W * 0.27)} ${n(s.H)}M${n(s.W * 0.68)} ${n(g)}L${n(s.W * 0.75)} ${n(s.H)}`,
      3,
      move(con, -0.14),
      'stroke-opacity=".6"',
    ) +
    path(specks(s, 0, g + 8, s.W, s.H, 60, 5), move(con, -0.12), 'fill-opacity=".5"');
  {
    const x = s.W * s.r.pick([0.03, 0.97]),
      z = 3.6;
    b +=
      `<g transform="translate(${n(x)} ${n(g + 8)}) scale(${z})">` +
      path('M-26 2q4 -34 -8 -48q-4 -16 34 -16q38 0 34 16q-12 14 -8 48Z', lch(0.36, 0.02, 250)) +
      path('M-26 2q4 -34 -8 -48q-2 -8 6 -12q6 30 10 60Z', lch(0.48, 0.02, 250)) +
      '</g>';
  }
  return { name: 'quay', focus: 5, back: b, front: '', ground: s.ground, light: l, cast: 'floor' };
}
