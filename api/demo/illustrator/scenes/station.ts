import { lch, mix, move } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { type Hour, harmony, lightAt } from './light.ts';
import { disc, path, rect, stroke, vertical } from './marks.ts';
import { sky } from './nature.ts';
import { passersby } from './people.ts';
import { type Scene, SPLIT, type Stage } from './stage.ts';

/** A platform with a train behind it, under a roof on posts. */
export function station(s: Stage): Scene {
  const l = lightAt(s.r.pick<Hour>(['morning', 'overcast', 'noon', 'dusk']), s.r),
    edge = s.ground - s.H * 0.11,
    livery = mix(
      lch(s.r.pick([0.45, 0.6, 0.78]), 0.12, s.r.pick([26, 255, 145, 95, harmony(s.paint, s.r)])),
      l.ambient,
      0.12,
    ),
    pale = mix(lch(0.9, 0.01, 85), l.ambient, 0.15),
    isLit = l.hour === 'dusk',
    top = s.H * 0.21;
  let b = sky(s, l, s.H);
  // The train fills the width: doors between pairs of windows.
  b +=
    rect(0, top - 26, s.W, 34, mix(lch(0.5, 0.01, 250), l.ambient, 0.15), 'rx="12"') +
    rect(0, top, s.W, edge - top - 18, pale) +
    rect(0, top + (edge - top) * 0.56, s.W, (edge - top) * 0.26, livery) +
    rect(0, edge - 46, s.W, 46, lch(0.27, 0.012, 260));
  const glass = isLit ? '#ffe2b0' : mix(lch(0.4, 0.03, 240), l.sky[1], 0.25),
    step = s.W * 0.21,
    shift = s.r.range(-0.6, 0.4) * step;
  for (let i = -1; i < 6; i++) {
    const x = shift + i * step;
    b += rect(x, top + (edge - top) * 0.13, step * 0.66, (edge - top) * 0.33, glass, 'rx="16"');
    if (i % 2 === 0)
      b +=
        rect(x + step * 0.72, top + (edge - top) * 0.08, step * 0.24, edge - top - 60, move(livery, -0.06), 'rx="6"') +
        rect(x + step * 0.77, top + (edge - top) * 0.16, step * 0.14, (edge - top) * 0.3, glass, 'rx="8"');
  }
  b += path(`M0 ${n(top)}H${n(s.W * 0.4)}L${n(s.W * 0.22)} ${n(edge - 60)}H0Z`, '#ffffff', 'fill-opacity=".07"');
  // The roof, a sign and a clock.
  const steel = mix(lch(0.4, 0.035, s.r.pick([165, 250, 30])), l.ambient, 0.12),
    px = s.W * s.r.pick([0.08, 0.9]);
  b +=
    rect(0, 0, s.W, s.H * 0.075, move(steel, -0.08)) +
    rect(0, s.H * 0.075, s.W, 16, steel) +
    stroke(`M0 ${n(s.H * 0.05)}H${n(s.W)}`, 10, isLit ? '#fff1cf' : move(steel, 0.12), 'stroke-dasharray="180 120"') +
    rect(px - 20, s.H * 0.07, 40, edge - s.H * 0.06, steel) +
    stroke(
      `M${n(px)} ${n(s.H * 0.2)}L${n(px - 130)} ${n(s.H * 0.08)}M${n(px)} ${n(s.H * 0.2)}L${n(px + 130)} ${n(s.H * 0.08)}`,
      15,
      steel,
    );
  const sx = s.W * (px > s.W / 2 ? 0.3 : 0.62),
    sy = s.H * 0.11;
  b +=
    rect(sx - 130, sy, 260, 62, lch(0.38, 0.1, 258), 'rx="6"') +
    stroke(`M${n(sx - 96)} ${n(sy + 31)}h192`, 22, '#f6f4ee', 'stroke-dasharray="30 8 22 8 14 8 36 10"') +
    disc(sx + 230, sy + 34, 46, '#f7f5ef') +
    stroke(`M${n(sx + 230)} ${n(sy + 34)}v-30M${n(sx + 230)} ${n(sy + 34)}l18 12`, 6, '#22252b');
  b += passersby(s, l, edge - 2, s.r.int(1, 4));
  const floor = vertical([
    [0, mix(lch(0.66, 0.012, 75), l.ambient, 0.12)],
    [1, mix(lch(0.76, 0.012, 78), l.ambient, 0.12)],
  ]);
  let joints = '';
  for (let i = -8; i <= 8; i++)
    joints += `M${n(s.W / 2 + i * s.W * 0.1)} ${n(edge)}L${n(s.W / 2 + i * s.W * 0.15)} ${n(s.H)}`;
  b +=
    SPLIT +
    floor.def +
    rect(0, edge - 8, s.W, s.H - edge + 8, floor.url) +
    rect(0, edge - 8, s.W, 12, mix(lch(0.9, 0.005, 80), l.ambient, 0.1)) +
    rect(0, edge + 16, s.W, 17, lch(0.86, 0.13, 92)) +
    stroke(joints, 2.6, lch(0.5, 0.01, 70), 'stroke-opacity=".45"');
  return { name: 'station', focus: 5, back: b, front: '', ground: s.ground, light: l, cast: 'floor' };
}
