import { lch, mix } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import type { Light } from './light.ts';
import { disc, path, stroke } from './marks.ts';
import type { Stage } from './stage.ts';

/** People who walk by, far enough to be out of focus. @param foot where their feet are */
export function passersby(s: Stage, l: Light, foot: number, count: number): string {
  let b = '';
  for (let i = 0; i < count; i++) {
    const z = s.H * s.r.range(0.25, 0.32),
      x = s.W * s.r.range(0.03, 0.97),
      dir = s.r.chance(0.5) ? 1 : -1,
      tone = (hex: string): string => mix(hex, l.ambient, 0.22),
      coat = tone(lch(s.r.range(0.35, 0.75), s.r.range(0.02, 0.1), s.r.range(0, 360))),
      legs = tone(s.r.pick(['#2f3440', '#4a3d35', '#566072', '#1f2126'])),
      skin = tone(s.r.pick(['#d8a483', '#a9714d', '#6d4630']));
    b +=
      stroke(
        `M${n(x)} ${n(foot - z * 0.48)}L${n(x - dir * z * 0.12)} ${n(foot)}M${n(x)} ${n(foot - z * 0.48)}L${n(x + dir * z * 0.13)} ${n(foot - 4)}`,
        z * 0.1,
        legs,
        'stroke-linecap="round"',
      ) +
      path(
        `M${n(x - z * 0.13)} ${n(foot - z * 0.4)}Q${n(x - z * 0.15)} ${n(foot - z * 0.82)} ${n(x)} ${n(foot - z * 0.84)}Q${n(x + z * 0.15)} ${n(foot - z * 0.82)} ${n(x + z * 0.13)} ${n(foot - z * 0.4)}Z`,
        coat,
      ) +
      disc(x + dir * z * 0.02, foot - z * 0.92, z * 0.078, skin) +
      path(
        `M${n(x - z * 0.08)} ${n(foot - z * 0.93)}a${n(z * 0.09)} ${n(z * 0.09)} 0 0 1 ${n(z * 0.18)} 0Z`,
        tone(s.r.pick(['#2b221d', '#7a5a3a', '#c9a86a', coat])),
      );
    if (s.r.chance(0.3))
      b += stroke(
        `M${n(x + dir * z * 0.14)} ${n(foot - z * 0.5)}v${n(z * 0.2)}`,
        z * 0.12,
        tone('#b5483c'),
        'stroke-linecap="round"',
      );
  }
  return b;
}
