import { lch, mix, move, toLch } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import type { Light } from './light.ts';
import { path, radial, rect, stroke } from './marks.ts';
import type { Stage } from './stage.ts';

/** The shade of a wall: the wall's own color, darker and a little cooler. */
export const wallShadow = (l: Light, wall: string): string => {
  const { l: L, c, h } = toLch(wall);
  return mix(lch(Math.max(0.16, L - 0.5), c * 0.9 + 0.01, h), l.shadow, 0.3);
};

/** Sunlight through leaves, a window, or past a slanting roof edge. */
export function gobo(s: Stage, foot: number, kind: string, shade: string): string {
  const d: string[] = [];
  if (kind === 'leaves') {
    // a branch hangs into the light from a top corner
    const left = s.r.chance(0.5),
      dir = left ? 1 : -1,
      x0 = left ? -20 : s.W + 20;
    let leaves = '',
      twigs = '';
    for (let k = 0; k < 4; k++) {
      const y0 = s.H * s.r.range(-0.08, 0.1),
        len = s.W * s.r.range(0.2, 0.4),
        drop = s.H * s.r.range(0.04, 0.24);
      twigs += `M${n(x0)} ${n(y0)}q${n(dir * len * 0.6)} ${n(drop * 0.1)} ${n(dir * len)} ${n(drop)}`;
      for (let i = 2; i < 15; i++) {
        const t = i / 14,
          x = x0 + dir * len * (1.2 * t * (1 - t) + t * t),
          y = y0 + drop * (0.2 * t * (1 - t) + t * t),
          a = s.r.range(0.1, 1.25) * (i % 2 ? 1 : -0.75),
          z = s.r.range(34, 66),
          cx = Math.cos(a) * z * dir,
          cy = Math.sin(a) * z;
        leaves += `M${n(x)} ${n(y)}Q${n(x + cx * 0.5 - cy * 0.34)} ${n(y + cy * 0.5 + cx * 0.34)} ${n(x + cx)} ${n(y + cy)}Q${n(x + cx * 0.5 + cy * 0.34)} ${n(y + cy * 0.5 - cx * 0.34)} ${n(x)} ${n(y)}Z`;
      }
    }
    return (
      `<g fill="${shade}" fill-opacity=".2" stroke="none">${path(leaves, shade)}</g>` +
      stroke(twigs, 6, shade, 'stroke-opacity=".16"')
    );
  }
  if (kind === 'window') {
    const w = s.W * 0.15,
      x = s.W * s.r.range(0.12, 0.5);
    for (let i = 0; i < 2; i++)
      for (let j = 0; j < 3; j++) {
        const x0 = x + i * (w + 16),
          y0 = s.H * 0.06 + j * (s.H * 0.19 + 14),
          h = s.H * 0.19;
        d.push(`M${n(x0)} ${n(y0)}l${n(w)} ${n(w * 0.22)}v${n(h)}l${n(-w)} ${n(-w * 0.22)}Z`);
      }
    return path(d.join(''), '#fff4d8', 'fill-opacity=".26"');
  }
  const x = s.W * s.r.range(0.25, 0.8),
    dir = s.r.chance(0.5) ? 1 : -1;
  return (
    path(
      dir > 0
        ? `M0 0H${n(x)}L${n(x + s.H * 0.5)} ${n(foot)}H${n(s.W)}V0Z`
        : `M${n(s.W)} 0H${n(x)}L${n(x - s.H * 0.5)} ${n(foot)}H0V0Z`,
      shade,
      'fill-opacity=".0"',
    ) +
    path(
      dir > 0
        ? `M0 0H${n(x * 0.7)}L0 ${n(foot * 0.55)}Z`
        : `M${n(s.W)} 0H${n(s.W - (s.W - x) * 0.8)}L${n(s.W)} ${n(foot * 0.6)}Z`,
      shade,
      'fill-opacity=".14"',
    )
  );
}

export function plant(s: Stage, x: number, y: number, h: number, l: Light): string {
  const pot = lch(0.58, 0.09, 42),
    w = h * 0.27;
  let leaves = '',
    dark = '';
  for (let i = 0; i < 17; i++) {
    const a = -90 + s.r.range(-74, 74),
      k = h * s.r.range(0.4, 0.72),
      r = (a * Math.PI) / 180,
      ex = x + Math.cos(r) * k * 0.7,
      ey = y - h * 0.34 + Math.sin(r) * k,
      px = -Math.sin(r) * k * 0.1,
      py = Math.cos(r) * k * 0.1,
      mx = x + Math.cos(r) * k * 0.4,
      my = y - h * 0.34 + Math.sin(r) * k * 0.62;
    const d = `M${n(x)} ${n(y - h * 0.34)}Q${n(mx + px * 1.6)} ${n(my + py * 1.6)} ${n(ex)} ${n(ey)}Q${n(mx - px * 1.6)} ${n(my - py * 1.6)} ${n(x)} ${n(y - h * 0.34)}Z`;
    if (i % 2) leaves += d;
    else dark += d;
  }
  const e = radial([
    [0, l.shadow, 0.4],
    [1, l.shadow, 0],
  ]);
  return (
    e.def +
    `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(w)}" ry="${n(h * 0.05)}" fill="${e.url}"/>` +
    path(dark, lch(0.42, 0.07, 150)) +
    path(leaves, lch(0.53, 0.085, 143)) +
    path(
      `M${n(x - w * 0.55)} ${n(y - h * 0.36)}H${n(x + w * 0.55)}L${n(x + w * 0.4)} ${n(y)}H${n(x - w * 0.4)}Z`,
      pot,
    ) +
    path(
      `M${n(x + w * 0.1)} ${n(y - h * 0.3)}H${n(x + w * 0.53)}L${n(x + w * 0.4)} ${n(y)}H${n(x + w * 0.08)}Z`,
      move(pot, -0.06),
    ) +
    rect(x - w * 0.6, y - h * 0.37, w * 1.2, h * 0.07, move(pot, 0.04))
  );
}

export function pavement(s: Stage, foot: number, line: string): string {
  let d = '';
  const vx = s.W / 2,
    rows = [0.34, 0.8];
  for (const t of rows) d += `M0 ${n(foot + (s.H - foot) * t)}H${n(s.W)}`;
  for (let i = -7; i <= 7; i++) {
    const x = vx + i * (s.W / 9) + 20,
      e = vx + (x - vx) * 1.3;
    d += `M${n(x)} ${n(foot)}L${n(e)} ${n(s.H)}`;
  }
  return stroke(d, 2.4, line, 'stroke-opacity=".5"') + rect(0, foot, s.W, 14, line, 'fill-opacity=".4"');
}
