import { lch, move } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { backdropLight, harmony, lightAt } from './light.ts';
import { disc, path, radial, rect, vertical } from './marks.ts';
import type { Scene, Stage } from './stage.ts';

export function studio(s: Stage): Scene {
  const l = lightAt('indoor', s.r),
    h = harmony(s.paint, s.r),
    L = Math.min(0.86, backdropLight(s.paint, s.r) - 0.02),
    c = s.r.range(0.012, L > 0.75 ? 0.034 : 0.046),
    foot = s.ground - s.H * s.r.range(0.05, 0.09);
  const paper = lch(L, c, h),
    floor = lch(L + 0.035, c * 0.9, h),
    dark = lch(L - 0.09, c * 1.1, h);
  const kind = s.r.pick(['sweep', 'disc', 'roll', 'arch', 'sweep']);
  const g1 = vertical([
      [0, dark],
      [0.62, paper],
      [1, lch(L + 0.02, c, h)],
    ]),
    g2 = vertical([
      [0, lch(L - 0.045, c, h)],
      [0.25, floor],
      [1, lch(L - 0.04, c, h)],
    ]);
  const spot = radial([
    [0, '#ffffff', 0.3],
    [0.6, '#ffffff', 0.09],
    [1, '#ffffff', 0],
  ]);
  let b = g1.def + g2.def + spot.def;
  if (kind === 'roll') {
    const wall = lch(Math.max(0.5, L - 0.12), c * 0.25, h + 20),
      x0 = s.W * 0.09,
      x1 = s.W * 0.91,
      tube = lch(0.42, 0.01, h),
      top = s.H * 0.075;
    const wf = vertical([
        [0, move(wall, 0.02)],
        [1, move(wall, -0.03)],
      ]),
      fl = vertical([
        [0, move(wall, -0.14)],
        [1, move(wall, -0.07)],
      ]);
    b += wf.def + fl.def + rect(0, 0, s.W, s.H, wf.url) + rect(0, foot - 30, s.W, s.H - foot + 30, fl.url);
    b +=
      rect(x0 - 60, top - 14, x1 - x0 + 120, 6, tube) +
      rect(x0 - 50, top - 14, 7, foot - top - 6, tube) +
      rect(x1 + 43, top - 14, 7, foot - top - 6, tube);
    b += path(
      `M${n(x0 + 14)} ${n(foot)}L${n(x0 - 80)} ${n(s.H + 10)}H${n(x1 + 140)}L${n(x1 + 10)} ${n(foot)}Z`,
      '#000000',
      'fill-opacity=".1"',
    );
    b += path(
      `M${n(x0)} ${n(top)}H${n(x1)}V${n(foot - 40)}Q${n(x1)} ${n(foot)} ${n(x1 + 26)} ${n(foot + 22)}L${n(x1 + 120)} ${n(s.H)}H${n(x0 - 120)}L${n(x0 - 26)} ${n(foot + 22)}Q${n(x0)} ${n(foot)} ${n(x0)} ${n(foot - 40)}Z`,
      g1.url,
    );
    b += rect(x0 - 8, top - 20, x1 - x0 + 16, 30, move(paper, 0.04), 'rx="13"');
  } else {
    b += rect(0, 0, s.W, s.H, g1.url);
    if (kind === 'disc')
      b += disc(
        s.W * s.r.range(0.42, 0.6),
        s.ground - s.H * 0.44,
        s.H * s.r.range(0.3, 0.38),
        lch(Math.min(0.95, L + 0.06), c * 1.2, h + s.r.pick([-18, 18, 40])),
        'fill-opacity=".75"',
      );
    if (kind === 'arch') {
      const w = s.W * 0.36,
        x = s.W * s.r.pick([0.3, 0.5, 0.66]),
        y = s.H * 0.2;
      b += path(
        `M${n(x - w / 2)} ${n(foot)}V${n(y + w / 2)}A${n(w / 2)} ${n(w / 2)} 0 0 1 ${n(x + w / 2)} ${n(y + w / 2)}V${n(foot)}Z`,
        lch(L - 0.055, c * 1.35, h + 12),
      );
    }
    const g3 = vertical([
      [0, lch(L - 0.02, c, h), 0],
      [0.3, floor],
      [1, lch(L - 0.05, c, h)],
    ]);
    b +=
      kind === 'sweep'
        ? g3.def + rect(0, foot - 70, s.W, s.H - foot + 70, g3.url)
        : rect(0, foot, s.W, s.H - foot, g2.url);
  }
  b += `<ellipse cx="${n(s.W * 0.5)}" cy="${n(s.ground - s.H * 0.3)}" rx="${n(s.W * 0.5)}" ry="${n(s.H * 0.55)}" fill="${spot.url}"/>`;
  l.shadow = lch(Math.max(0.2, L - 0.5), c + 0.02, h);
  l.shadowK = 0.34;
  return { name: 'studio', back: b, front: '', ground: s.ground, light: l, cast: 'soft' };
}
