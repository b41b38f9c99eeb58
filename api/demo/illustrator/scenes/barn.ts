import { lch, mix, move, toLch } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { land } from './air.ts';
import { type Hour, lightAt } from './light.ts';
import { path, rect, stroke, vertical } from './marks.ts';
import { grass } from './nature.ts';
import { type Scene, SPLIT, type Stage } from './stage.ts';
import { gobo, wallShadow } from './walls.ts';

/** A wall of upright boards with a door or a small window, grass at its foot. */
export function barn(s: Stage): Scene {
  const l = lightAt(s.r.pick<Hour>(['golden', 'noon', 'morning', 'overcast']), s.r),
    frame = toLch(s.paint),
    kinds: [number, number, number][] = [
      [0.46, 0.1, 28],
      [0.66, 0.02, 70],
      [0.36, 0.02, 60],
      [0.58, 0.065, 60],
      [0.8, 0.03, 90],
      [0.5, 0.05, 245],
    ],
    [L, c, h] = s.r.pick(kinds.filter(([light]) => Math.abs(light - frame.l) > 0.14)),
    wall = mix(lch(L, c, h), l.ambient, 0.1),
    foot = s.ground - s.H * 0.06;
  let b = rect(0, 0, s.W, s.H, wall),
    gaps = '',
    grain = '';
  for (let x = s.r.range(-40, 0); x < s.W; ) {
    const w = s.r.range(70, 112);
    b += rect(x, 0, w, foot, move(wall, s.r.range(-0.035, 0.035)));
    gaps += `M${n(x)} 0V${n(foot)}`;
    for (let i = 0; i < 3; i++) {
      const gx = x + s.r.range(12, w - 10);
      grain += `M${n(gx)} ${n(s.r.range(0, foot * 0.5))}q${n(s.r.range(-7, 7))} ${n(foot * 0.2)} 0 ${n(foot * s.r.range(0.25, 0.45))}`;
    }
    x += w;
  }
  b +=
    stroke(gaps, 5, move(wall, -0.16), 'stroke-opacity=".8"') +
    stroke(grain, 2.4, move(wall, -0.09), 'stroke-opacity=".6"');
  const trim = s.r.chance(0.5) ? '#eee8da' : move(wall, -0.12),
    x = s.W * s.r.pick([0.04, 0.68]),
    w = s.W * 0.27;
  if (s.r.chance(0.5)) {
    const y = s.H * 0.08;
    b += `<g fill="none" stroke="${trim}" stroke-width="26"><path d="M${n(x)} ${n(foot)}V${n(y)}h${n(w)}V${n(foot)}M${n(x)} ${n(foot)}L${n(x + w)} ${n(y)}M${n(x)} ${n(y)}L${n(x + w)} ${n(foot)}"/></g>`;
  } else {
    const y = s.H * 0.1,
      hh = s.H * 0.24;
    b +=
      rect(x - 18, y - 18, w * 0.66 + 36, hh + 36, trim) +
      rect(x, y, w * 0.66, hh, lch(0.36, 0.03, 235)) +
      stroke(`M${n(x + w * 0.33)} ${n(y)}v${n(hh)}M${n(x)} ${n(y + hh / 2)}h${n(w * 0.66)}`, 10, trim);
  }
  if (l.hour !== 'overcast') b += gobo(s, foot, s.r.pick(['leaves', 'edge']), l.shadow);
  const ground = vertical([
    [0, land(l, 0.56, 0.06, 105)],
    [1, land(l, 0.68, 0.05, 92)],
  ]);
  b +=
    SPLIT +
    ground.def +
    path(`M0 ${n(foot)}Q${n(s.W / 2)} ${n(foot - 10)} ${n(s.W)} ${n(foot + 2)}V${n(s.H)}H0Z`, ground.url) +
    path(grass(s, foot + 12, 0, s.W, 190, 64), land(l, 0.5, 0.085, 122)) +
    path(grass(s, s.H + 6, 0, s.W, 60, 70), land(l, 0.46, 0.08, 125), 'fill-opacity=".8"');
  l.shadow = wallShadow(l, wall);
  return { name: 'barn', focus: 1.3, back: b, front: '', ground: s.ground, light: l, cast: 'wall', wallFoot: foot };
}
