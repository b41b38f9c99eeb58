import { lch, mix } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { type Hour, harmony, lightAt } from './light.ts';
import { path, rect, stroke, vertical } from './marks.ts';
import { crown, sky } from './nature.ts';
import { type Scene, SPLIT, type Stage } from './stage.ts';

export function canal(s: Stage): Scene {
  const l = lightAt(s.r.pick<Hour>(['morning', 'golden', 'overcast', 'dusk']), s.r),
    foot = s.H * 0.58,
    g = s.ground - s.H * 0.06;
  let b = sky(s, l, foot);
  let x = -30;
  const lit = l.hour === 'dusk';
  const haze = (c: string): string => mix(c, l.sky[2], 0.34);
  while (x < s.W) {
    const w = s.W * s.r.range(0.085, 0.13),
      hh = s.H * s.r.range(0.3, 0.46),
      hue = s.r.pick([35, 55, 75, 30, 250, 110, harmony(s.paint, s.r)]),
      L = s.r.range(0.5, 0.86),
      wall = haze(mix(lch(L, 0.05, hue), l.ambient, 0.12)),
      top = foot - hh,
      kind = s.r.int(0, 2),
      tw = w * 0.3,
      trim = haze(lch(0.92, 0.012, 85)),
      glass = lit && s.r.chance(0.6) ? '#ffd796' : haze(lch(0.44, 0.03, 240));
    b += path(
      kind === 0
        ? `M${n(x)} ${n(foot)}V${n(top)}L${n(x + tw)} ${n(top - w * 0.16)}V${n(top - w * 0.5)}Q${n(x + w / 2)} ${n(top - w * 0.72)} ${n(x + w - tw)} ${n(top - w * 0.5)}V${n(top - w * 0.16)}L${n(x + w)} ${n(top)}V${n(foot)}Z`
        : kind === 1
          ? `M${n(x)} ${n(foot)}V${n(top)}h${n(w * 0.16)}v${n(-w * 0.18)}h${n(w * 0.16)}v${n(-w * 0.18)}h${n(w * 0.36)}v${n(w * 0.18)}h${n(w * 0.16)}v${n(w * 0.18)}h${n(w * 0.16)}V${n(foot)}Z`
          : `M${n(x)} ${n(foot)}V${n(top - w * 0.1)}H${n(x + w)}V${n(foot)}Z`,
      wall,
    );
    if (kind === 2) b += rect(x - 3, top - w * 0.14, w + 6, w * 0.09, trim);
    const rows = Math.floor(hh / (s.H * 0.085));
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < 3; c++) {
        const wx = x + w * (0.12 + c * 0.28),
          wy = top + 12 + r * s.H * 0.085;
        b +=
          rect(wx - 2.5, wy - 2.5, w * 0.2 + 5, s.H * 0.056 + 5, trim) +
          rect(wx, wy, w * 0.2, s.H * 0.056, s.r.chance(0.8) ? glass : haze(lch(0.5, 0.03, 240)));
      }
    b += rect(x + w * 0.4, foot - s.H * 0.06, w * 0.2, s.H * 0.06, haze(lch(0.36, 0.05, s.r.range(0, 360))));
    x += w + 2;
  }
  let tr = '';
  for (let i = 0; i < 4; i++) {
    const tx = s.W * (0.1 + i * 0.27) + s.r.range(-40, 40),
      z = s.H * 0.17;
    b += rect(tx - 4, foot - z * 0.7, 8, z * 0.7, haze(lch(0.36, 0.03, 60)));
    tr += crown(tx, foot - z * 1.02, z * 0.95, z * 0.85, s.r);
  }
  b += path(tr, haze(mix(lch(0.52, 0.07, 135), l.ambient, 0.15)), 'fill-opacity=".88"');
  const wat = vertical([
      [0, mix(lch(0.56, 0.04, 200), l.sky[1], 0.4)],
      [1, mix(lch(0.5, 0.045, 205), l.sky[2], 0.3)],
    ]),
    q = haze(lch(0.5, 0.02, 60));
  b += rect(0, foot, s.W, 18, q) + wat.def + rect(0, foot + 18, s.W, g - foot, wat.url);
  let w = '';
  for (let i = 0; i < 50; i++) {
    const t = s.r();
    w += `M${n(s.r.range(0, s.W))} ${n(foot + 26 + t * (g - foot - 30))}h${n(20 + t * 70)}`;
  }
  b += stroke(w, 3, l.sky[2], 'stroke-opacity=".4" stroke-linecap="round"');
  const rail = mix(lch(0.36, 0.03, 200), l.sky[2], 0.2),
    ry = g - s.H * 0.36;
  let rd = '';
  for (let i = 0; i <= 3; i++) {
    const px = (i / 3) * s.W + 60;
    rd += `M${n(px)} ${n(g + 4)}V${n(ry - 16)}`;
  }
  b +=
    stroke(rd, 22, rail) +
    stroke(`M0 ${n(ry)}H${n(s.W)}`, 17, rail) +
    stroke(`M0 ${n(ry + (g - ry) * 0.36)}H${n(s.W)}M0 ${n(ry + (g - ry) * 0.7)}H${n(s.W)}`, 9, rail);
  const pv = vertical([
    [0, mix(lch(0.62, 0.03, 45), l.ambient, 0.16)],
    [1, mix(lch(0.72, 0.03, 50), l.ambient, 0.16)],
  ]);
  b += SPLIT + pv.def + rect(0, g, s.W, s.H - g, pv.url) + rect(0, g, s.W, 10, mix(lch(0.8, 0.01, 80), l.ambient, 0.1));
  let br = '';
  for (let r = 0; r < 9; r++) {
    const t = r / 9,
      y = g + 12 + (s.H - g) * t ** 1.2,
      hh = (s.H - g) * 0.11 * (0.6 + t),
      bw = 44 + 24 * t;
    br += `M0 ${n(y)}H${n(s.W)}`;
    for (let xx = (r % 2) * bw * 0.5; xx < s.W; xx += bw) br += `M${n(xx)} ${n(y)}v${n(hh)}`;
  }
  b += stroke(br, 2, lch(0.5, 0.03, 45), 'stroke-opacity=".4"');
  return { name: 'canal', focus: 6, back: b, front: '', ground: s.ground, light: l, cast: 'floor' };
}
