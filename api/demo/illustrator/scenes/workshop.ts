import { lch } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { backdropLight, harmony, lightAt } from './light.ts';
import { disc, rect, stroke, vertical } from './marks.ts';
import type { Scene, Stage } from './stage.ts';

export function workshop(s: Stage): Scene {
  const l = lightAt('indoor', s.r),
    L = backdropLight(s.paint, s.r),
    h = s.r.pick([85, 150, 230, 60, harmony(s.paint, s.r)]),
    c = s.r.range(0.006, 0.03),
    foot = s.ground - s.H * 0.07,
    tool = lch(Math.max(0.28, L - 0.38), 0.012, 250);
  const g = vertical([
      [0, lch(L + 0.02, c, h)],
      [1, lch(L - 0.04, c, h)],
    ]),
    wood = vertical([
      [0, lch(0.5, 0.045, 62)],
      [1, lch(0.66, 0.05, 66)],
    ]);
  let b = g.def + wood.def + rect(0, 0, s.W, s.H, g.url),
    holes = '';
  const x0 = s.W * s.r.pick([0.05, 0.5]),
    w = s.W * 0.44,
    y0 = s.H * 0.06,
    hh = s.H * 0.34;
  b += rect(x0 + 7, y0 + 9, w, hh, l.shadow, 'fill-opacity=".2"') + rect(x0, y0, w, hh, lch(L + 0.05, 0.03, 75));
  for (let i = 1; i < 18; i++)
    for (let j = 1; j < 8; j++) holes += `M${n(x0 + (i * w) / 18)} ${n(y0 + (j * hh) / 8)}h.1`;
  b += stroke(holes, 4.5, lch(L - 0.1, 0.03, 75), 'stroke-linecap="round"');
  const hang = (x: number, y: number, len: number, k: number): string =>
    k === 0
      ? stroke(`M${n(x)} ${n(y)}v${n(len)}`, 9, tool, 'stroke-linecap="round"') +
        disc(x, y + len, 13, tool) +
        disc(x, y + len, 6, lch(L + 0.05, 0.03, 75))
      : k === 1
        ? stroke(`M${n(x)} ${n(y)}v${n(len * 0.5)}`, 5, tool) +
          stroke(
            `M${n(x)} ${n(y + len * 0.5)}v${n(len * 0.5)}`,
            14,
            lch(0.55, 0.13, s.r.pick([28, 255, 145])),
            'stroke-linecap="round"',
          )
        : `<circle cx="${n(x)}" cy="${n(y + 40)}" r="40" fill="none" stroke="${tool}" stroke-width="9"/>`;
  for (let i = 0; i < 8; i++)
    b += hang(x0 + w * (0.08 + i * 0.12), y0 + hh * s.r.range(0.14, 0.24), hh * s.r.range(0.34, 0.58), s.r.int(0, 2));
  const sx = x0 < s.W * 0.3 ? s.W * 0.56 : s.W * 0.06,
    sw = s.W * 0.36;
  for (const y of [s.H * 0.19, s.H * 0.38]) {
    b += rect(sx, y + 12, sw, 9, l.shadow, 'fill-opacity=".22"') + rect(sx, y, sw, 13, lch(0.5, 0.06, 58));
    let x = sx + 16;
    while (x < sx + sw - 70) {
      const bw = s.r.range(28, 70),
        bh = s.r.range(40, s.H * 0.125);
      b +=
        rect(
          x,
          y - bh,
          bw,
          bh,
          lch(s.r.range(L - 0.22, L + 0.05), s.r.range(0.02, 0.08), h + s.r.range(-60, 200)),
          'rx="4"',
        ) + rect(x + bw * 0.2, y - bh * 0.68, bw * 0.6, bh * 0.26, lch(0.92, 0.015, 85), 'fill-opacity=".75"');
      x += bw + s.r.range(6, 34);
    }
  }
  b += rect(0, foot - 20, s.W, 20, lch(L + 0.06, c * 0.5, h)) + rect(0, foot, s.W, s.H - foot, wood.url);
  let pl = '';
  for (let i = -9; i <= 9; i++)
    pl += `M${n(s.W / 2 + i * s.W * 0.085)} ${n(foot)}L${n(s.W / 2 + i * s.W * 0.135)} ${n(s.H)}`;
  b +=
    stroke(pl, 2.4, lch(0.4, 0.05, 55), 'stroke-opacity=".55"') + rect(0, foot, s.W, 16, '#000', 'fill-opacity=".14"');
  l.shadow = lch(0.26, 0.03, 55);
  l.shadowK = 0.4;
  return { name: 'workshop', focus: 3, back: b, front: '', ground: s.ground, light: l, cast: 'soft', wallFoot: foot };
}
