import { lch, mix, move } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import type { Light } from './light.ts';
import { path, rect } from './marks.ts';
import type { Stage } from './stage.ts';

/** A row of town houses with tall windows, some of them lit in the evening. */
export function facades(s: Stage, l: Light, foot: number): string {
  const isDark = l.hour === 'dusk' || l.hour === 'night';
  let b = '',
    x = -s.W * s.r.range(0.02, 0.12);
  while (x < s.W) {
    const w = s.W * s.r.range(0.2, 0.3),
      top = s.H * s.r.range(-0.06, 0.1),
      wall = mix(
        lch(s.r.range(0.66, 0.86), s.r.range(0.02, 0.055), s.r.pick([40, 62, 85, 20, 110, 230])),
        l.ambient,
        isDark ? 0.5 : 0.2,
      ),
      trim = move(wall, 0.07);
    b += rect(x, top, w, foot - top, wall) + rect(x - 4, top - 10, w + 8, 18, trim);
    const cols = 3,
      cw = w / cols;
    let panes = '',
      lit = '';
    for (let row = 0; row < 4; row++)
      for (let c = 0; c < cols; c++) {
        const wx = x + c * cw + cw * 0.26,
          wy = top + s.H * 0.045 + row * s.H * 0.135,
          hh = s.H * 0.088;
        if (wy + hh > foot - s.H * 0.06) continue;
        b += rect(wx - 7, wy - 7, cw * 0.48 + 14, hh + 14, trim);
        const d = `M${n(wx)} ${n(wy)}h${n(cw * 0.48)}v${n(hh)}h${n(-cw * 0.48)}Z`;
        if (isDark && s.r.chance(0.45)) lit += d;
        else panes += d;
      }
    b +=
      path(panes, mix(lch(isDark ? 0.34 : 0.48, 0.03, 240), l.sky[1], 0.25)) +
      path(lit, '#ffd58f') +
      rect(x, foot - s.H * 0.05, w, s.H * 0.05, move(wall, -0.1));
    x += w + 3;
  }
  return b;
}
