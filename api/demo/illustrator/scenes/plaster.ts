import { lch, move } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { backdropLight, harmony, lightAt } from './light.ts';
import { disc, path, rect, stroke, vertical } from './marks.ts';
import type { Scene, Stage } from './stage.ts';
import { gobo, pavement, plant, wallShadow } from './walls.ts';

export function plaster(s: Stage): Scene {
  const l = lightAt(s.r.pick(['morning', 'golden', 'noon']), s.r),
    h = s.r.pick([harmony(s.paint, s.r), 70, 45, 30, 85, 200]),
    L = backdropLight(s.paint, s.r) - 0.03,
    c = s.r.range(0.018, 0.06);
  const foot = s.ground - s.H * s.r.range(0.035, 0.065),
    base = lch(L - s.r.range(0.1, 0.2), c * s.r.range(0.8, 1.6), h + s.r.pick([0, 0, 150, -30]));
  const g = vertical([
      [0, lch(L + 0.03, c * 0.9, h)],
      [1, lch(L - 0.03, c, h)],
    ]),
    pave = vertical([
      [0, lch(L * 0.86 - 0.02, 0.018, 70)],
      [1, lch(L * 0.86 + 0.05, 0.02, 75)],
    ]);
  let b = g.def + pave.def + rect(0, 0, s.W, s.H, g.url);
  // Trowel marks
  let marks = '';
  for (let i = 0; i < 26; i++) {
    const x = s.r.range(0, s.W),
      y = s.r.range(0, foot - 40),
      w = s.r.range(60, 220);
    marks += `M${n(x)} ${n(y)}q${n(w / 2)} ${n(s.r.range(-16, 16))} ${n(w)} ${n(s.r.range(-6, 6))}`;
  }
  b += stroke(marks, 9, lch(L + 0.05, c * 0.8, h), 'stroke-opacity=".28" stroke-linecap="round"');
  const feature = s.r.pick(['dado', 'window', 'door', 'plain', 'shutters', 'pot', 'dado']);
  const trim = lch(L > 0.7 ? L - 0.32 : L + 0.18, c * 1.3, h + s.r.pick([150, 180, -60, 20])),
    sh = l.from.x < 0 ? 1 : -1;
  const win = (x: number, y: number, w: number, hh: number): string => {
    let o =
      rect(x - 12 + sh * 9, y - 12 + 12, w + 24, hh + 24, l.shadow, 'fill-opacity=".2"') +
      rect(x - 12, y - 12, w + 24, hh + 24, lch(Math.min(0.95, L + 0.09), c * 0.5, h)) +
      rect(x, y, w, hh, lch(0.36, 0.035, 235));
    o +=
      path(`M${n(x)} ${n(y)}H${n(x + w)}L${n(x)} ${n(y + hh * 0.9)}Z`, lch(0.52, 0.04, 230), 'fill-opacity=".6"') +
      rect(x + w / 2 - 9, y, 18, hh, trim) +
      rect(x, y + hh * 0.78, w, 13, trim) +
      stroke(`M${n(x)} ${n(y)}h${n(w)}v${n(hh)}h${n(-w)}Z`, 22, trim);
    return (
      o +
      rect(x - 40, y + hh + 10, w + 80, 26, lch(Math.min(0.94, L + 0.05), c * 0.5, h)) +
      rect(x - 40, y + hh + 36, w + 80, 18, l.shadow, 'fill-opacity=".22"')
    );
  };
  const shut = (x: number, y: number, w: number, hh: number): string => {
    let o = rect(x + sh * 8, y + 8, w, hh, l.shadow, 'fill-opacity=".22"') + rect(x, y, w, hh, trim);
    for (let i = 0; i < 18; i++)
      o += rect(x + 18, y + 12 + (i * (hh - 24)) / 18, w - 36, (hh - 24) / 32, move(trim, -0.06));
    return o;
  };
  if (feature === 'window' || feature === 'shutters') {
    const w = s.W * 0.27,
      hh = s.H * 0.62,
      x = s.r.chance(0.5) ? s.W * s.r.range(0.02, 0.1) : s.W * s.r.range(0.63, 0.7),
      y = -s.H * 0.42;
    if (feature === 'shutters')
      b += shut(x - w * 0.62, y - 8, w * 0.56, hh + 16) + shut(x + w * 1.06, y - 8, w * 0.56, hh + 16);
    b += win(x, y, w, hh);
  }
  if (feature === 'door') {
    const w = s.W * 0.36,
      x = s.r.chance(0.5) ? -s.W * 0.16 : s.W * 0.78,
      y = -s.H * 0.5;
    b +=
      rect(x - 34, y - 18, w + 68, foot - y + 18, lch(Math.min(0.95, L + 0.08), c * 0.5, h)) +
      rect(x, y, w, foot - y, trim);
    for (let i = 0; i < 2; i++)
      for (let j = 0; j < 3; j++)
        b += stroke(
          `M${n(x + 40 + i * (w / 2 - 14))} ${n(y + 40 + (j * (foot - y - 20)) / 3)}h${n(w / 2 - 66)}v${n((foot - y) / 3 - 70)}h${n(-(w / 2 - 66))}Z`,
          8,
          move(trim, -0.07),
        );
    b += disc(x < 0 ? x + w - 30 : x + 30, foot - s.H * 0.5, 15, lch(0.72, 0.07, 85));
  }
  if (feature === 'dado') {
    const y = foot - s.H * s.r.range(0.22, 0.4),
      dg = vertical([
        [0, base],
        [1, move(base, -0.03)],
      ]);
    b +=
      dg.def +
      rect(0, y, s.W, foot - y, dg.url) +
      rect(0, y - 5, s.W, 7, lch(L - 0.02, c * 0.5, h), 'fill-opacity=".7"');
  }
  b += gobo(
    s,
    foot,
    s.r.pick([
      'leaves',
      feature === 'plain' || feature === 'dado' || feature === 'pot' ? 'window' : 'leaves',
      'roof',
      'leaves',
      'none',
    ]),
    l.shadow,
  );
  b += rect(0, foot - 16, s.W, 16, lch(L - 0.16, c * 0.7, h));
  b += rect(0, foot, s.W, s.H - foot, pave.url) + pavement(s, foot, lch(L * 0.86 - 0.08, 0.02, 70));
  if (feature === 'pot' || (feature === 'plain' && s.r.chance(0.6)))
    b += plant(s, s.r.chance(0.5) ? s.W * 0.075 : s.W * 0.925, foot + 26, s.H * s.r.range(0.24, 0.36), l);
  l.shadow = wallShadow(l, lch(L, c, h));
  return { name: 'plaster', focus: 1.2, back: b, front: '', ground: s.ground, light: l, cast: 'wall', wallFoot: foot };
}
