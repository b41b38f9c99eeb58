import { lch, move } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { backdropLight, harmony, lightAt } from './light.ts';
import { disc, path, radial, rect, stroke, vertical } from './marks.ts';
import type { Scene, Stage } from './stage.ts';
import { gobo, plant, wallShadow } from './walls.ts';

/** A flat: pictures on the wall, a lamp or a plant, and a floor of wood. */
export function hallway(s: Stage): Scene {
  const l = lightAt(s.r.pick(['indoor', 'morning', 'golden']), s.r),
    L = backdropLight(s.paint, s.r),
    h = harmony(s.paint, s.r),
    c = s.r.range(0.015, 0.05),
    wall = lch(L, c, h),
    foot = s.ground - s.H * 0.075,
    isPanelled = s.r.chance(0.5);
  const g = vertical([
      [0, move(wall, 0.02)],
      [1, move(wall, -0.04)],
    ]),
    wood = vertical([
      [0, lch(0.56, 0.06, 62)],
      [1, lch(0.69, 0.065, 66)],
    ]);
  let b = g.def + wood.def + rect(0, 0, s.W, s.H, g.url);
  if (isPanelled) {
    const y = s.H * 0.46;
    b += rect(0, y, s.W, foot - y, move(wall, 0.035)) + rect(0, y - 10, s.W, 18, move(wall, 0.07));
    for (let i = 0; i < 5; i++)
      b += `<rect x="${n(i * s.W * 0.21 + 24)}" y="${n(y + 40)}" width="${n(s.W * 0.17)}" height="${n(foot - y - 96)}" fill="none" stroke="${move(wall, -0.05)}" stroke-width="6"/>`;
  }
  // Pictures hang in a group on one side.
  const px = s.W * s.r.pick([0.07, 0.58]),
    frames: [number, number, number, number][] = [
      [0, 0.06, 0.15, 0.23],
      [0.17, 0.04, 0.12, 0.14],
      [0.17, 0.205, 0.12, 0.15],
    ];
  for (const [dx, y, w, hh] of frames) {
    const x = px + dx * s.W,
      [fw, fh] = [w * s.W, hh * s.H],
      ink = lch(s.r.range(0.4, 0.75), s.r.range(0.05, 0.12), s.r.range(0, 360));
    b +=
      rect(x + 8, s.H * y + 10, fw, fh, l.shadow, 'fill-opacity=".2"') +
      rect(x, s.H * y, fw, fh, s.r.pick(['#2a2724', '#e9e2d4', lch(0.6, 0.07, 68)])) +
      rect(x + 12, s.H * y + 12, fw - 24, fh - 24, '#f4f0e6') +
      (s.r.chance(0.5)
        ? disc(x + fw / 2, s.H * y + fh / 2, Math.min(fw, fh) * 0.25, ink)
        : path(
            `M${n(x + 24)} ${n(s.H * y + fh - 24)}l${n(fw * 0.3)} ${n(-fh * 0.5)}l${n(fw * 0.22)} ${n(fh * 0.28)}l${n(fw * 0.14)} ${n(-fh * 0.14)}l${n(fw * 0.2)} ${n(fh * 0.36)}Z`,
            ink,
          ));
  }
  const side = px < s.W * 0.4 ? 0.9 : 0.09;
  if (s.r.chance(0.5)) b += plant(s, s.W * side, foot + 26, s.H * 0.62, l);
  else {
    const x = s.W * side,
      glow = radial([
        [0, '#ffe6b4', 0.75],
        [1, '#ffe6b4', 0],
      ]);
    b +=
      glow.def +
      disc(x, s.H * 0.2, 420, glow.url) +
      stroke(`M${n(x)} ${n(s.H * 0.22)}V${n(foot + 10)}`, 9, lch(0.3, 0.01, 60)) +
      rect(x - 66, foot + 4, 132, 14, lch(0.3, 0.01, 60), 'rx="7"') +
      path(`M${n(x - 62)} ${n(s.H * 0.09)}h124l38 148h-200Z`, '#ffedc9');
  }
  if (l.hour !== 'indoor') b += gobo(s, foot, 'window', l.shadow);
  b += rect(0, foot - 44, s.W, 44, move(wall, 0.09)) + rect(0, foot, s.W, s.H - foot, wood.url);
  let planks = '';
  for (let i = -9; i <= 9; i++)
    planks += `M${n(s.W / 2 + i * s.W * 0.075)} ${n(foot)}L${n(s.W / 2 + i * s.W * 0.13)} ${n(s.H)}`;
  for (const t of [0.3, 0.62]) planks += `M0 ${n(foot + (s.H - foot) * t)}H${n(s.W)}`;
  b += stroke(planks, 2.4, lch(0.42, 0.05, 55), 'stroke-opacity=".5"');
  if (s.r.chance(0.6)) {
    const rug = lch(s.r.range(0.5, 0.8), 0.06, h + s.r.pick([180, 40, 0]));
    b +=
      path(
        `M${n(s.W * 0.16)} ${n(foot + 34)}H${n(s.W * 0.86)}L${n(s.W * 0.95)} ${n(s.H * 0.985)}H${n(s.W * 0.06)}Z`,
        rug,
      ) +
      stroke(
        `M${n(s.W * 0.155)} ${n(foot + 52)}H${n(s.W * 0.866)}M${n(s.W * 0.085)} ${n(s.H * 0.955)}H${n(s.W * 0.925)}`,
        9,
        move(rug, 0.14),
      );
  }
  l.shadow = wallShadow(l, wall);
  return { name: 'hallway', focus: 1.4, back: b, front: '', ground: s.ground, light: l, cast: 'wall', wallFoot: foot };
}
