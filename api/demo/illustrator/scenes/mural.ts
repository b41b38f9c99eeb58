import { lch, move } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { backdropLight, harmony, lightAt } from './light.ts';
import { disc, path, rect, stroke, vertical } from './marks.ts';
import type { Scene, Stage } from './stage.ts';
import { pavement, wallShadow } from './walls.ts';

/** A wall that somebody has painted with large shapes. */
export function mural(s: Stage): Scene {
  const l = lightAt(s.r.pick(['noon', 'overcast', 'golden', 'morning']), s.r),
    L = backdropLight(s.paint, s.r),
    h = harmony(s.paint, s.r),
    wall = lch(L, 0.04, h),
    foot = s.ground - s.H * 0.06,
    hues = [h + 40, h + 180, h - 60, h + 110],
    color = (i: number): string =>
      lch(Math.min(0.9, L + s.r.range(-0.1, 0.05)), s.r.range(0.06, 0.11), hues[i % 4] ?? h);
  const pave = vertical([
    [0, lch(0.58, 0.01, 250)],
    [1, lch(0.7, 0.01, 250)],
  ]);
  let b = rect(0, 0, s.W, s.H, wall);
  const kind = s.r.pick(['rainbow', 'waves', 'shapes', 'flower']);
  if (kind === 'rainbow') {
    const x = s.W * s.r.pick([0.2, 0.8]);
    for (let i = 0; i < 5; i++) b += disc(x, foot, s.H * (0.84 - i * 0.13), color(i));
    b += disc(x, foot, s.H * 0.19, wall);
  } else if (kind === 'waves') {
    for (let i = 0; i < 6; i++) {
      const y = s.H * (0.04 + i * 0.14);
      let d = `M-20 ${n(y)}`;
      for (let x = -20; x < s.W + 200; x += 200) d += `q50 ${n(-60 - i * 5)} 100 0t100 0`;
      b += path(`${d}V${n(s.H)}H-20Z`, color(i));
    }
  } else if (kind === 'shapes') {
    for (let i = 0; i < 9; i++) {
      const x = s.W * s.r.range(0, 1),
        y = foot * s.r.range(0.05, 0.95),
        z = s.H * s.r.range(0.1, 0.24);
      b +=
        i % 3 === 0
          ? disc(x, y, z, color(i))
          : i % 3 === 1
            ? path(`M${n(x)} ${n(y - z)}l${n(z)} ${n(z * 1.7)}h${n(-2 * z)}Z`, color(i))
            : path(`M${n(x - z)} ${n(y)}a${n(z)} ${n(z)} 0 0 1 ${n(2 * z)} 0Z`, color(i));
    }
  } else {
    for (const [x, y, z, k] of [
      [0.16, 0.3, 0.26, 0],
      [0.86, 0.22, 0.22, 1],
      [0.6, 0.1, 0.14, 2],
    ] as const) {
      b += stroke(
        `M${n(x * s.W)} ${n(y * s.H)}Q${n(x * s.W + 60)} ${n(foot * 0.7)} ${n(x * s.W - 20)} ${n(foot)}`,
        26,
        lch(L - 0.12, 0.07, 145),
      );
      for (let i = 0; i < 8; i++) {
        const a = (i / 8) * 6.283;
        b += disc(
          x * s.W + Math.cos(a) * z * s.H * 0.6,
          y * s.H + Math.sin(a) * z * s.H * 0.6,
          z * s.H * 0.34,
          color(k),
        );
      }
      b += disc(x * s.W, y * s.H, z * s.H * 0.36, color(k + 1));
    }
  }
  let drips = '';
  for (let i = 0; i < 12; i++)
    drips += `M${n(s.r.range(0, s.W))} ${n(s.r.range(0, foot * 0.6))}v${n(s.r.range(30, 160))}`;
  b += stroke(drips, 5, move(wall, -0.06), 'stroke-opacity=".5" stroke-linecap="round"');
  b +=
    rect(0, foot - 26, s.W, 26, move(wall, -0.14), 'fill-opacity=".7"') +
    pave.def +
    rect(0, foot, s.W, s.H - foot, pave.url) +
    pavement(s, foot, lch(0.48, 0.01, 250));
  l.shadow = wallShadow(l, wall);
  return { name: 'mural', focus: 1.2, back: b, front: '', ground: s.ground, light: l, cast: 'wall', wallFoot: foot };
}
