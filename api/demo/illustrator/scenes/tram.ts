import { lch, mix, move } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { facades } from './facades.ts';
import { type Hour, harmony, lightAt } from './light.ts';
import { disc, path, rect, stroke, vertical } from './marks.ts';
import { sky } from './nature.ts';
import { passersby } from './people.ts';
import { type Scene, SPLIT, type Stage } from './stage.ts';

/** A street with rails, wires and a passing tram. */
export function tram(s: Stage): Scene {
  const l = lightAt(s.r.pick<Hour>(['morning', 'overcast', 'golden', 'dusk']), s.r),
    foot = s.H * 0.6,
    near = s.ground - s.H * 0.09,
    isLit = l.hour === 'dusk' || l.hour === 'overcast',
    body = mix(
      lch(s.r.pick([0.62, 0.8, 0.5]), 0.13, s.r.pick([28, 92, 150, 255, harmony(s.paint, s.r)])),
      l.ambient,
      0.18,
    );
  let b = sky(s, l, foot) + facades(s, l, foot);
  // The tram leaves through one side of the picture.
  const w = s.W * 0.74,
    x = s.r.chance(0.5) ? -s.W * 0.16 : s.W * 0.44,
    y = foot - s.H * 0.27,
    h = s.H * 0.285,
    glass = isLit ? '#ffe0a6' : mix(lch(0.5, 0.03, 235), l.sky[1], 0.3);
  b +=
    rect(x - 8, foot - 8, w + 16, 26, l.shadow, 'fill-opacity=".4" rx="12"') +
    rect(x, y, w, h, body, 'rx="30"') +
    rect(x, y + h * 0.62, w, h * 0.09, lch(0.94, 0.015, 85)) +
    rect(x + 18, y + h * 0.9, w - 36, h * 0.12, lch(0.3, 0.015, 260), 'rx="8"') +
    rect(x + 60, y - 12, w - 120, 18, move(body, -0.12), 'rx="8"');
  for (let i = 0; i < 7; i++) {
    const wx = x + 34 + (i * (w - 68)) / 7;
    b += rect(wx, y + h * 0.16, (w - 68) / 7 - 12, h * (i % 3 === 1 ? 0.68 : 0.4), glass, 'rx="9"');
  }
  b += stroke(`M${n(x + w * 0.5)} ${n(y - 12)}l44 -62l-64 -34`, 6, lch(0.3, 0.01, 260));
  let wires = `M0 ${n(y - 108)}H${n(s.W)}`;
  for (let i = 0; i < 3; i++) wires += `M${n(s.W * (0.1 + i * 0.36))} 0L${n(s.W * (0.24 + i * 0.36))} ${n(y - 108)}`;
  b += stroke(wires, 4, lch(0.34, 0.015, 260), 'stroke-opacity=".75"');
  for (const px of [0.06, 0.94]) b += rect(s.W * px - 9, s.H * 0.02, 18, foot - s.H * 0.02, lch(0.36, 0.03, 165));
  const road = vertical([
    [0, mix(lch(0.55, 0.015, 70), l.ambient, 0.15)],
    [1, mix(lch(0.64, 0.015, 72), l.ambient, 0.15)],
  ]);
  b += road.def + rect(0, foot + 10, s.W, s.H - foot, road.url);
  for (const y2 of [foot + 40, foot + 78]) b += rect(0, y2, s.W, 7, mix(lch(0.78, 0.01, 240), l.sky[2], 0.3));
  b += passersby(s, l, foot + 120, s.r.int(1, 4));
  b += SPLIT + cobbles(s, near, mix(lch(0.66, 0.02, 66), l.ambient, 0.14), lch(0.46, 0.02, 60));
  // Two grooved rails in front, where nobody parks for long.
  for (const t of [0.56, 0.86]) {
    const y3 = near + (s.H - near) * t;
    b += rect(0, y3, s.W, 15, lch(0.42, 0.012, 250)) + rect(0, y3 + 2, s.W, 5, lch(0.86, 0.008, 240));
  }
  if (isLit) b += disc(s.W * 0.5, foot + 20, 5, glass);
  return { name: 'tram', focus: 5, back: b, front: '', ground: s.ground, light: l, cast: 'floor' };
}

/** Rows of rounded stones down to the picture's lower edge. */
export function cobbles(s: Stage, y0: number, stone: string, joint: string): string {
  let light = '',
    dark = '';
  const rows = 9;
  for (let i = 0; i < rows; i++) {
    const t0 = (i / rows) ** 1.25,
      t1 = ((i + 1) / rows) ** 1.25,
      y = y0 + (s.H - y0) * t0,
      h = (s.H - y0) * (t1 - t0),
      w = 40 + 62 * t1;
    for (let x = -w * s.r(); x < s.W; x += w) {
      const d = `M${n(x + 4)} ${n(y + h / 2)}q${n(w * 0.06)} ${n(-h * 0.44)} ${n(w / 2 - 4)} ${n(-h * 0.42)}t${n(w / 2 - 4)} ${n(h * 0.42)}q${n(-w * 0.06)} ${n(h * 0.44)} ${n(-w / 2 + 4)} ${n(h * 0.42)}t${n(-w / 2 + 4)} ${n(-h * 0.42)}Z`;
      if (s.r.chance(0.3)) dark += d;
      else light += d;
    }
  }
  return rect(0, y0, s.W, s.H - y0, joint) + path(light, stone) + path(dark, move(stone, -0.045));
}
