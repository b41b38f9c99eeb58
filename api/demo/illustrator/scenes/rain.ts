import { lch } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { facades } from './facades.ts';
import { lightAt } from './light.ts';
import { disc, rect, stroke, vertical } from './marks.ts';
import { passersby } from './people.ts';
import { type Scene, SPLIT, type Stage } from './stage.ts';

/** A wet street towards evening, with lights in the asphalt and rain in front. */
export function rain(s: Stage): Scene {
  const l = lightAt('dusk', s.r),
    foot = s.H * 0.6;
  l.sky = [lch(0.5, 0.03, 255), lch(0.58, 0.03, 250), lch(0.68, 0.035, 240)];
  l.ambient = '#8f9cad';
  let b = rect(0, 0, s.W, foot + 40, l.sky[1]) + facades(s, l, foot);
  const lamps: [number, string][] = [];
  for (let i = 0; i < 6; i++)
    lamps.push([
      s.W * s.r.range(0.02, 0.98),
      s.r.pick(['#ffd592', '#ff9c74', '#fff0cc', '#ff6f61', '#9fd9e8', '#8be0a6']),
    ]);
  for (const [x, color] of lamps)
    b += disc(x, foot - s.H * s.r.range(0.04, 0.16), s.r.range(24, 44), color, 'fill-opacity=".8"');
  b += passersby(s, l, foot + 34, s.r.int(1, 3));
  const wet = vertical([
    [0, lch(0.56, 0.03, 245)],
    [0.5, lch(0.44, 0.03, 250)],
    [1, lch(0.36, 0.03, 255)],
  ]);
  b += SPLIT + wet.def + rect(0, foot, s.W, s.H - foot, wet.url) + rect(0, foot - 4, s.W, 12, lch(0.66, 0.015, 240));
  for (const [x, color] of lamps)
    for (let k = 0; k < 7; k++)
      b += `<ellipse cx="${n(x + s.r.range(-16, 16))}" cy="${n(foot + 30 + k * s.H * 0.055)}" rx="${n(s.r.range(22, 60))}" ry="${n(s.r.range(5, 12))}" fill="${color}" fill-opacity="${(0.42 - k * 0.045).toFixed(2)}"/>`;
  for (let i = 0; i < 9; i++)
    b += `<ellipse cx="${n(s.r.range(0, s.W))}" cy="${n(s.r.range(s.ground, s.H))}" rx="${n(s.r.range(30, 120))}" ry="${n(s.r.range(5, 12))}" fill="${l.sky[2]}" fill-opacity=".3"/>`;
  let drops = '';
  for (let i = 0; i < 130; i++) {
    const len = s.r.range(30, 90);
    drops += `M${n(s.r.range(-40, s.W))} ${n(s.r.range(-60, s.H))}l${n(len * 0.16)} ${n(len)}`;
  }
  l.shadow = lch(0.16, 0.03, 260);
  l.shadowK = 0.5;
  l.hour = 'overcast';
  return {
    name: 'rain',
    focus: 9,
    back: b,
    front: stroke(drops, 4, '#e6eef5', 'stroke-opacity=".5" stroke-linecap="round"'),
    ground: s.ground,
    light: l,
    cast: 'soft',
    reflect: 0.3,
  };
}
