import { lch } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { harmony, lightAt } from './light.ts';
import { disc, path, radial, rect, vertical } from './marks.ts';
import { type Scene, SPLIT, type Stage } from './stage.ts';

export function night(s: Stage): Scene {
  const l = lightAt('night', s.r),
    g = s.ground - s.H * 0.12,
    hue = harmony(s.paint, s.r),
    sk = vertical([
      [0, lch(0.34, 0.05, 266)],
      [0.55, lch(0.5, 0.055, hue)],
      [1, lch(0.68, 0.075, 62)],
    ]);
  let b = sk.def + rect(0, 0, s.W, s.H, sk.url),
    x = -20;
  while (x < s.W) {
    const w = s.r.range(90, 200),
      h = s.H * s.r.range(0.2, 0.5);
    b += rect(x, g - h, w, h, lch(0.36, 0.04, 270), 'fill-opacity=".75"');
    let wn = '';
    for (let i = 0; i < 16; i++)
      if (s.r.chance(0.45))
        wn += `M${n(x + 16 + (i % 4) * (w / 4.4))} ${n(g - h + 20 + Math.floor(i / 4) * 44)}h16v22h-16Z`;
    b += path(wn, lch(0.8, 0.09, 78), 'fill-opacity=".5"');
    x += w + s.r.range(-10, 20);
  }
  for (let i = 0; i < 34; i++) {
    const big = i < 16,
      c = s.r.pick(['#ffd89a', '#ffb36b', '#ff8f7a', '#fff2d0', '#a8d8e6', '#ffd89a']);
    b += disc(
      s.r.range(0, s.W),
      s.r.range(s.H * 0.16, g - 8),
      big ? s.r.range(26, 62) : s.r.range(8, 22),
      c,
      `fill-opacity="${(big ? s.r.range(0.2, 0.42) : s.r.range(0.35, 0.7)).toFixed(2)}"`,
    );
  }
  const gl = radial([
    [0, '#ffe3b4', 0.8],
    [0.5, '#ffe3b4', 0.35],
    [1, '#ffe3b4', 0],
  ]);
  b +=
    gl.def +
    `<ellipse cx="${n(s.W / 2)}" cy="${n(g - s.H * 0.16)}" rx="${n(s.W * 0.5)}" ry="${n(s.H * 0.42)}" fill="${gl.url}"/>`;
  const rd = vertical([
    [0, lch(0.62, 0.045, 62)],
    [0.35, lch(0.5, 0.03, 300)],
    [1, lch(0.4, 0.035, 275)],
  ]);
  b += SPLIT + rd.def + rect(0, g, s.W, s.H - g, rd.url) + rect(0, g - 4, s.W, 8, lch(0.3, 0.03, 270));
  for (let i = 0; i < 26; i++) {
    const c = s.r.pick(['#ffd89a', '#ffb36b', '#ff9a80', '#cfe6ee']),
      w = s.r.range(10, 50),
      yy = s.r.range(g + 6, s.H - 30);
    b += `<ellipse cx="${n(s.r.range(0, s.W))}" cy="${n(yy)}" rx="${n(w)}" ry="${n(s.r.range(3, 9))}" fill="${c}" fill-opacity="${s.r.range(0.1, 0.34).toFixed(2)}"/>`;
  }
  l.ambient = '#ffd9a4';
  l.ambientK = 0.08;
  l.shadow = lch(0.13, 0.03, 275);
  l.shadowK = 0.5;
  return { name: 'night', focus: 9, back: b, front: '', ground: s.ground, light: l, cast: 'soft', reflect: 0.22 };
}
