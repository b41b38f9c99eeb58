import { lch, mix, move } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { type Hour, lightAt } from './light.ts';
import { disc, path, radial, rect, stroke } from './marks.ts';
import { type Scene, SPLIT, type Stage } from './stage.ts';
import { cobbles } from './tram.ts';
import { plant, wallShadow } from './walls.ts';

/** An old town: a rendered wall, an arched door, shutters and cobbles. */
export function alley(s: Stage): Scene {
  const l = lightAt(s.r.pick<Hour>(['golden', 'morning', 'dusk', 'overcast']), s.r),
    foot = s.ground - s.H * 0.075,
    wall = mix(
      lch(s.r.pick([0.84, 0.78, 0.88]), s.r.range(0.04, 0.075), s.r.pick([62, 78, 45, 30, 95])),
      l.ambient,
      l.hour === 'dusk' ? 0.4 : 0.12,
    ),
    stone = mix(lch(0.68, 0.02, 75), l.ambient, 0.14),
    shutter = mix(lch(s.r.pick([0.45, 0.55, 0.38]), 0.07, s.r.pick([150, 165, 245, 30])), l.ambient, 0.12),
    isLeft = s.r.chance(0.5);
  let b = rect(0, 0, s.W, s.H, wall);
  for (let i = 0; i < 9; i++)
    b += `<ellipse cx="${n(s.r.range(0, s.W))}" cy="${n(s.r.range(0, foot))}" rx="${n(s.r.range(90, 300))}" ry="${n(s.r.range(30, 110))}" fill="${move(wall, s.r.range(-0.05, 0.035))}" fill-opacity=".5"/>`;
  const dx = s.W * (isLeft ? 0.17 : 0.83),
    w = s.W * 0.2,
    top = s.H * 0.24;
  b +=
    path(
      `M${n(dx - w / 2 - 26)} ${n(foot)}V${n(top + w / 2)}A${n(w / 2 + 26)} ${n(w / 2 + 26)} 0 0 1 ${n(dx + w / 2 + 26)} ${n(top + w / 2)}V${n(foot)}Z`,
      stone,
    ) +
    path(
      `M${n(dx - w / 2)} ${n(foot)}V${n(top + w / 2)}A${n(w / 2)} ${n(w / 2)} 0 0 1 ${n(dx + w / 2)} ${n(top + w / 2)}V${n(foot)}Z`,
      shutter,
    ) +
    stroke(
      `M${n(dx)} ${n(top)}V${n(foot)}M${n(dx - w / 2)} ${n(top + w / 2)}H${n(dx + w / 2)}`,
      6,
      move(shutter, -0.1),
    ) +
    disc(dx + 26, s.H * 0.6, 11, lch(0.8, 0.09, 85));
  for (const k of [0, 1]) {
    const x = s.W * (isLeft ? 0.46 + k * 0.28 : 0.08 + k * 0.28),
      y = s.H * 0.04,
      ww = s.W * 0.1,
      hh = s.H * 0.27,
      isOpen = s.r.chance(0.7);
    b +=
      rect(x - 8, y - 8, ww + 16, hh + 16, stone) +
      rect(x, y, ww, hh, l.hour === 'dusk' && k ? '#ffd48a' : mix(lch(0.42, 0.03, 240), l.sky[1], 0.2)) +
      stroke(`M${n(x + ww / 2)} ${n(y)}v${n(hh)}M${n(x)} ${n(y + hh * 0.4)}h${n(ww)}`, 6, '#efe8d8');
    const sw = ww * 0.52;
    for (const sx of isOpen ? [x - sw - 8, x + ww + 8] : [x, x + ww / 2])
      b +=
        rect(sx, y - 4, sw, hh + 8, shutter) +
        stroke(
          `M${n(sx + sw / 2)} ${n(y + 8)}v${n(hh - 16)}`,
          sw * 0.62,
          move(shutter, -0.06),
          'stroke-dasharray="5 9"',
        );
    b += rect(x - 14, y + hh + 8, ww + 28, 14, move(stone, 0.06));
    if (s.r.chance(0.7)) {
      let flowers = '';
      for (let i = 0; i < 22; i++)
        flowers += disc(
          x + s.r.range(0, ww),
          y + hh + s.r.range(-16, 6),
          s.r.range(8, 14),
          s.r.pick(['#c8504a', '#e58b7c', '#5f8a4c', '#4c7a45', '#d9617d']),
        );
      b += flowers;
    }
  }
  const lx = s.W * 0.5,
    halo = radial([
      [0, '#ffdf9e', 0.8],
      [1, '#ffdf9e', 0],
    ]);
  if (l.hour === 'dusk') b += halo.def + disc(lx, s.H * 0.2, 360, halo.url);
  b +=
    stroke(`M${n(lx - 66)} ${n(s.H * 0.1)}h66v40`, 8, '#26262a') +
    path(`M${n(lx - 26)} ${n(s.H * 0.14)}h52l14 66h-80Z`, l.hour === 'dusk' ? '#ffeab8' : '#e9e6dc') +
    stroke(`M${n(lx - 30)} ${n(s.H * 0.14)}h60M${n(lx - 42)} ${n(s.H * 0.14 + 68)}h84`, 8, '#26262a');
  if (s.r.chance(0.7)) b += plant(s, s.W * (isLeft ? 0.36 : 0.64), foot + 22, s.H * 0.34, l);
  b += rect(0, foot - 66, s.W, 66, move(stone, -0.03));
  b += SPLIT + cobbles(s, foot, mix(lch(0.7, 0.018, 70), l.ambient, 0.14), lch(0.5, 0.02, 62));
  l.shadow = wallShadow(l, wall);
  return {
    name: 'alley',
    focus: 1.6,
    back: b,
    front: '',
    ground: s.ground,
    light: l,
    cast: l.hour === 'dusk' ? 'floor' : 'wall',
    wallFoot: foot,
  };
}
