import { lch, move, toLch } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { backdropLight, harmony, lightAt } from './light.ts';
import { disc, path, radial, rect, stroke, vertical } from './marks.ts';
import type { Scene, Stage } from './stage.ts';
import { pavement, wallShadow } from './walls.ts';

export function brick(s: Stage): Scene {
  const l = lightAt(s.r.pick(['overcast', 'morning', 'golden', 'noon']), s.r),
    { l: fl } = toLch(s.paint);
  const kind = s.r.pick(['red', 'white', 'sand', 'dark', 'painted']),
    L =
      kind === 'red'
        ? 0.63
        : kind === 'white'
          ? 0.88
          : kind === 'sand'
            ? 0.78
            : kind === 'dark'
              ? 0.57
              : backdropLight(s.paint, s.r);
  const LL = Math.abs(L - fl) < 0.17 ? (fl > 0.8 ? 0.62 : 0.86) : L,
    h =
      kind === 'painted'
        ? harmony(s.paint, s.r)
        : kind === 'white'
          ? 80
          : kind === 'sand'
            ? 72
            : kind === 'dark'
              ? 30
              : 38,
    c = (kind === 'white' ? 0.012 : kind === 'dark' ? 0.03 : kind === 'painted' ? 0.035 : 0.06) * (LL > 0.8 ? 0.5 : 1);
  const foot = s.ground - s.H * 0.05,
    bw = 158,
    bh = 53,
    base = lch(LL, c, h),
    mortar =
      kind === 'white' || kind === 'painted' ? lch(LL - 0.07, c, h) : lch(Math.min(0.86, LL + 0.12), c * 0.3, h + 20);
  let b = rect(0, 0, s.W, s.H, base),
    alt = '',
    alt2 = '',
    lines = '';
  for (let row = 0, y = foot; y > -bh; y -= bh, row++) {
    lines += `M0 ${n(y)}H${n(s.W)}`;
    for (let x = (row % 2) * (bw / 2) - bw; x < s.W; x += bw) {
      lines += `M${n(x)} ${n(y)}v${-bh}`;
      const v = s.r();
      if (v < 0.13) alt += `M${n(x)} ${n(y)}h${bw}v${-bh}h${-bw}Z`;
      else if (v < 0.24) alt2 += `M${n(x)} ${n(y)}h${bw}v${-bh}h${-bw}Z`;
    }
  }
  b +=
    path(alt, lch(LL - 0.05, c * 1.1, h - 4)) +
    path(alt2, lch(LL + 0.035, c * 0.9, h + 8)) +
    stroke(lines, kind === 'white' || kind === 'painted' ? 4 : 6, mortar, 'stroke-opacity=".75"');
  const gl = vertical([
      [0, '#000', 0.12],
      [0.4, '#000', 0],
      [1, '#000', 0.06],
    ]),
    pave = vertical([
      [0, lch(0.56, 0.012, 70)],
      [1, lch(0.68, 0.014, 75)],
    ]);
  b += gl.def + pave.def + rect(0, 0, s.W, foot, gl.url);
  const f = s.r.pick(['none', 'pipe', 'window', 'none', 'lamp', 'window']);
  if (f === 'pipe') {
    const x = s.r.chance(0.5) ? s.W * 0.07 : s.W * 0.93,
      col = lch(0.4, 0.02, 250);
    b +=
      rect(x + 30, 0, 40, foot, l.shadow, 'fill-opacity=".25"') +
      rect(x - 30, 0, 60, foot, col) +
      rect(x - 20, 0, 14, foot, move(col, 0.1)) +
      rect(x - 40, s.H * 0.34, 80, 30, move(col, -0.05));
  }
  if (f === 'window') {
    const w = s.W * 0.36,
      x = s.r.chance(0.5) ? -s.W * 0.04 : s.W * 0.68,
      y = -s.H * 0.2,
      hh = s.H * 0.46,
      fr = lch(0.3, 0.02, 250);
    b +=
      rect(x - 14, y, w + 28, hh + 30, move(base, -0.08)) +
      rect(x, y, w, hh, lch(0.5, 0.035, 225)) +
      path(`M${n(x)} ${n(y)}h${n(w * 0.7)}L${n(x)} ${n(y + hh)}Z`, '#ffffff', 'fill-opacity=".12"');
    for (let i = 0; i <= 4; i++) b += rect(x + (w * i) / 4 - 6, y, 12, hh, fr);
    for (let i = 0; i <= 4; i++) b += rect(x, y + (hh * i) / 4 - 6, w, 12, fr);
    b += rect(x - 30, y + hh - 4, w + 60, 30, lch(0.72, 0.01, 80));
  }
  if (f === 'lamp') {
    const x = s.W * s.r.pick([0.14, 0.86]),
      y = s.H * 0.2,
      col = lch(0.26, 0.015, 250);
    b +=
      stroke(`M${n(x)} ${n(y - 40)}q0 -34 30 -34q26 0 26 26`, 7, col) +
      path(`M${n(x + 26)} ${n(y - 48)}h60l16 46h-92Z`, col) +
      disc(x, y - 36, 10, col);
    const gg = radial([
      [0, '#ffe2a8', 0.5],
      [1, '#ffe2a8', 0],
    ]);
    b += gg.def + disc(x + 56, y + 20, 240, gg.url) + disc(x + 56, y, 13, '#fff0cf');
  }
  b +=
    rect(0, foot - 30, s.W, 30, move(base, -0.1), 'fill-opacity=".6"') +
    rect(0, foot, s.W, s.H - foot, pave.url) +
    pavement(s, foot, lch(0.45, 0.015, 70));
  l.shadow = wallShadow(l, base);
  return { name: 'brick', focus: 1.2, back: b, front: '', ground: s.ground, light: l, cast: 'wall', wallFoot: foot };
}
