import { lch, mix } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { air, clouds, glow, land } from './air.ts';
import { type Hour, lightAt } from './light.ts';
import { path, rect, stroke, vertical } from './marks.ts';
import { hills, pine, sky } from './nature.ts';
import { type Scene, SPLIT, type Stage } from './stage.ts';

/** A jetty on a still lake: hills and firs stand on their heads in the water. */
export function lake(s: Stage): Scene {
  const l = lightAt(s.r.pick<Hour>(['morning', 'dusk', 'overcast', 'golden']), s.r),
    hor = s.H * s.r.range(0.42, 0.5),
    g = s.ground - s.H * 0.07;
  let b = sky(s, l, hor + 4) + clouds(s, l, s.H * 0.06, hor * 0.6, 3) + glow(s, l, hor - s.H * 0.14);
  const shore = (fill: string, y: number, low: number, high: number, count: number): string => {
    let d = '';
    for (let i = 0; i < count; i++) d += pine(s.r.range(-20, s.W + 20), y + 4, s.r.range(low, high));
    return path(d, fill);
  };
  let land1 =
    hills(s, hor - s.H * 0.13, 70, 4, air(l, land(l, 0.56, 0.045, 245), 0.55)) +
    hills(s, hor - s.H * 0.05, 46, 5, air(l, land(l, 0.5, 0.05, 200), 0.32));
  land1 += shore(air(l, land(l, 0.4, 0.045, 165), 0.2), hor, 50, 130, 34);
  b += `<g clip-path="url(#shore)">${land1}</g><clipPath id="shore"><rect x="-20" y="0" width="${n(s.W + 40)}" height="${n(hor)}"/></clipPath>`;
  const water = vertical([
    [0, mix(l.sky[2], lch(0.6, 0.04, 220), 0.25)],
    [1, mix(l.sky[0], lch(0.45, 0.05, 225), 0.35)],
  ]);
  b += water.def + rect(0, hor, s.W, s.H - hor, water.url);
  b += `<g opacity=".45" transform="translate(0 ${n(2 * hor)}) scale(1 -1)" clip-path="url(#shore)">${land1}</g>`;
  b += rect(0, hor - 3, s.W, 8, l.sky[2], 'fill-opacity=".7"');
  for (let i = 0; i < 26; i++) {
    const y = s.r.range(hor + 14, g);
    b += `<ellipse cx="${n(s.r.range(0, s.W))}" cy="${n(y)}" rx="${n(30 + (y - hor) * 0.6)}" ry="3" fill="${l.sky[2]}" fill-opacity=".35"/>`;
  }
  const wood = mix(lch(0.6, 0.03, 70), l.ambient, 0.18);
  let boards = '';
  for (let i = 0; i <= 22; i++)
    boards += `M${n(s.W / 2 + (i - 11) * s.W * 0.062)} ${n(g)}L${n(s.W / 2 + (i - 11) * s.W * 0.088)} ${n(s.H)}`;
  for (const x of [0.08, 0.36, 0.66, 0.94])
    b += rect(s.W * x, g - s.H * 0.17, 34, s.H * 0.19, mix(lch(0.4, 0.03, 65), l.ambient, 0.15), 'rx="8"');
  b +=
    SPLIT +
    rect(0, g, s.W, s.H - g, wood) +
    stroke(boards, 5, mix(lch(0.38, 0.03, 60), l.ambient, 0.1), 'stroke-opacity=".75"') +
    rect(0, g - 6, s.W, 14, mix(lch(0.72, 0.025, 75), l.ambient, 0.15));
  return { name: 'lake', focus: 5, back: b, front: '', ground: s.ground, light: l, cast: 'floor' };
}
