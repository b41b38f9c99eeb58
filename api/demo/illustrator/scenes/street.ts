import { lch, mix, move } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { backdropLight, type Hour, harmony, lightAt } from './light.ts';
import { disc, path, rect, stroke, vertical } from './marks.ts';
import { type Scene, SPLIT, type Stage } from './stage.ts';
import { pavement } from './walls.ts';

export function street(s: Stage): Scene {
  const l = lightAt(s.r.pick<Hour>(['morning', 'noon', 'golden', 'overcast']), s.r),
    foot = s.H * 0.63,
    near = s.ground - s.H * 0.06,
    L = backdropLight(s.paint, s.r),
    h = harmony(s.paint, s.r),
    wall = lch(L, 0.03, h),
    shop = lch(s.r.pick([0.36, 0.42]), 0.06, h + s.r.pick([0, 180, 40])),
    cream = lch(0.93, 0.02, 85);
  const g = vertical([
    [0, move(wall, 0.03)],
    [1, move(wall, -0.02)],
  ]);
  let b = g.def + rect(0, 0, s.W, s.H, g.url);
  const top = s.H * 0.1,
    x0 = s.W * s.r.pick([0.1, 0.2, 0.02]),
    x1 = x0 + s.W * 0.66;
  b += rect(0, top - 44, s.W, 12, move(wall, 0.05)) + rect(0, top - 32, s.W, 8, l.shadow, 'fill-opacity=".14"');
  const dx0 = x1 + s.W * 0.06;
  b +=
    rect(dx0, top + s.H * 0.06, s.W * 0.1, foot - top - s.H * 0.06, cream) +
    rect(dx0 + 12, top + s.H * 0.075, s.W * 0.1 - 24, foot - top - s.H * 0.075, lch(0.44, 0.06, h + 120));
  b +=
    rect(dx0 + s.W * 0.14, top + s.H * 0.1, s.W * 0.11, s.H * 0.26, cream) +
    rect(dx0 + s.W * 0.14 + 10, top + s.H * 0.1 + 10, s.W * 0.11 - 20, s.H * 0.26 - 20, lch(0.5, 0.035, 235));
  b += rect(x0 - 16, top, x1 - x0 + 32, foot - top, shop) + rect(x0, top + 10, x1 - x0, s.H * 0.075, move(shop, 0.05));
  const sg = (x0 + x1) / 2;
  b += stroke(
    `M${n(sg - 150)} ${n(top + 10 + s.H * 0.0375)}h300`,
    s.H * 0.026,
    lch(0.9, 0.05, 85),
    'stroke-dasharray="26 9 18 9 30 9 12 9"',
  );
  const gy = top + s.H * 0.11,
    gh = foot - gy - s.H * 0.085,
    doorW = s.W * 0.11,
    door = s.r.chance(0.5),
    gx0 = door ? x0 + doorW + 30 : x0 + 14,
    gx1 = door ? x1 - 14 : x1 - doorW - 30,
    gl = vertical([
      [0, lch(0.55, 0.035, 60)],
      [1, lch(0.74, 0.06, 75)],
    ]);
  b += gl.def + rect(gx0, gy, gx1 - gx0, gh, gl.url);
  let shelf = '';
  for (let i = 0; i < 18; i++) {
    const sx = s.r.range(gx0 + 20, gx1 - 70),
      row = s.r.int(0, 2),
      sh = s.r.range(26, 60),
      sy = gy + gh * (0.36 + row * 0.3);
    shelf += rect(
      sx,
      sy - sh,
      s.r.range(22, 60),
      sh,
      lch(s.r.range(0.45, 0.8), 0.06, s.r.range(20, 110)),
      'fill-opacity=".75"',
    );
  }
  b +=
    shelf +
    stroke(
      `M${n(gx0)} ${n(gy + gh * 0.36)}H${n(gx1)}M${n(gx0)} ${n(gy + gh * 0.66)}H${n(gx1)}`,
      5,
      lch(0.42, 0.05, 60),
      'stroke-opacity=".6"',
    ) +
    path(
      `M${n(gx0 + 40)} ${n(gy)}h150L${n(gx0 + 60)} ${n(gy + gh)}H${n(gx0)}V${n(gy + gh * 0.3)}Z`,
      '#ffffff',
      'fill-opacity=".13"',
    ) +
    path(`M${n(gx1 - 200)} ${n(gy)}h90L${n(gx1 - 290)} ${n(gy + gh)}h-60Z`, '#ffffff', 'fill-opacity=".1"');
  for (let i = 0; i <= 3; i++) b += rect(gx0 + ((gx1 - gx0) * i) / 3 - 6, gy, 12, gh, move(shop, -0.03));
  const dx = door ? x0 + 10 : x1 - doorW - 10;
  b +=
    rect(dx, gy, doorW, foot - gy, move(shop, -0.07)) +
    rect(dx + 18, gy + 18, doorW - 36, gh * 0.72, lch(0.6, 0.045, 70)) +
    disc(dx + (door ? doorW - 10 : 10), gy + gh * 0.8, 6, lch(0.78, 0.08, 85));
  if (s.r.chance(0.7)) {
    const k = 14,
      aw = (gx1 - gx0) / k,
      ay = gy - 8,
      ah = s.H * 0.085;
    for (let i = 0; i < k; i++) {
      const c = i % 2 ? cream : lch(0.55, 0.1, h + 180);
      b += path(
        `M${n(gx0 + i * aw)} ${n(ay)}h${n(aw)}l${n((i - k / 2 + 1) * 2.4)} ${n(ah)}q${n(-aw / 2)} 16 ${n(-aw - 2.4)} 0Z`,
        c,
      );
    }
    b += rect(gx0, ay + ah, gx1 - gx0, 40, l.shadow, 'fill-opacity=".16"');
  }
  const stone = (k: number): string => mix(lch(k, 0.012, 75), l.ambient, 0.12),
    rd = vertical([
      [0, stone(0.6)],
      [1, stone(0.66)],
    ]),
    pv = vertical([
      [0, stone(0.74)],
      [1, stone(0.82)],
    ]);
  b +=
    rect(0, foot, s.W, 22, stone(0.74)) +
    rect(0, foot + 22, s.W, 9, stone(0.84)) +
    rd.def +
    rect(0, foot + 31, s.W, near - foot, rd.url) +
    stroke(`M0 ${n(foot + 100)}H${n(s.W)}`, 8, '#fbfaf4', 'stroke-dasharray="150 110" stroke-opacity=".7"');
  b +=
    SPLIT +
    pv.def +
    rect(0, near - 14, s.W, 16, stone(0.86)) +
    rect(0, near, s.W, s.H - near, pv.url) +
    pavement(s, near, stone(0.6));
  return { name: 'street', focus: 5.5, back: b, front: '', ground: s.ground, light: l, cast: 'floor' };
}
