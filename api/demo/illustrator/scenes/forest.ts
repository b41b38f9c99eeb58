import { lch, mix } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { type Hour, lightAt } from './light.ts';
import { disc, path, radial, rect, vertical } from './marks.ts';
import { crown, grass, hills, specks } from './nature.ts';
import { type Scene, SPLIT, type Stage } from './stage.ts';

export function forest(s: Stage): Scene {
  const l = lightAt(s.r.pick<Hour>(['morning', 'overcast', 'golden', 'noon']), s.r),
    hue = s.r.pick([145, 135, 155, 120]),
    mist = mix(lch(0.9, 0.045, hue - 25), l.ambient, l.hour === 'golden' ? 0.5 : 0.2),
    g = s.ground - s.H * 0.085;
  const bg = vertical([
    [0, mix(mist, lch(0.7, 0.07, hue), 0.5)],
    [0.5, mist],
    [1, mix(mist, lch(0.8, 0.06, hue), 0.4)],
  ]);
  let b = bg.def + rect(0, 0, s.W, s.H, bg.url);
  const spot = radial([
      [0, '#fffbe6', 0.75],
      [1, '#fffbe6', 0],
    ]),
    sx = s.W * (l.from.x < 0 ? 0.3 : 0.7);
  b += spot.def + disc(sx, s.H * 0.3, s.H * 0.46, spot.url);
  for (const layer of [0, 1, 2] as const) {
    const k = ([0.68, 0.46, 0.16] as const)[layer],
      col = mix(lch(0.34, 0.045, hue - 50), mist, k),
      leaf = mix(lch(0.47, 0.09, hue), mist, k * 0.95),
      count = ([15, 9, 4] as const)[layer];
    let d = '',
      cr = '';
    for (let i = 0; i < count; i++) {
      let x = (i + s.r.range(0.1, 0.9)) * (s.W / count);
      if (layer === 2) x = s.r.pick([s.r.range(-20, s.W * 0.12), s.r.range(s.W * 0.88, s.W + 20)]);
      const w = ([14, 26, 62] as const)[layer] * s.r.range(0.7, 1.3),
        lean = s.r.range(-14, 14),
        by = g - ([34, 8, -24] as const)[layer];
      d += `M${n(x - w * 0.36 + lean)} -10L${n(x - w * 0.5)} ${n(by - 30)}Q${n(x - w * 0.6)} ${n(by)} ${n(x - w * 1.1)} ${n(by + 10)}H${n(x + w * 1.1)}Q${n(x + w * 0.6)} ${n(by)} ${n(x + w * 0.5)} ${n(by - 30)}L${n(x + w * 0.36 + lean)} -10Z`;
      if (layer < 2)
        for (let j = 0; j < 2; j++)
          cr += crown(
            x + s.r.range(-60, 60),
            s.r.range(-10, s.H * (layer ? 0.16 : 0.24)),
            s.r.range(90, 190),
            s.r.range(60, 120),
            s.r,
          );
    }
    b += path(d, col) + path(cr, leaf, 'fill-opacity=".9"');
    if (layer === 0) b += hills(s, g - 60, 22, 7, mix(lch(0.62, 0.085, hue - 8), mist, 0.45));
    if (layer === 1) b += hills(s, g - 22, 16, 6, mix(lch(0.52, 0.085, hue - 4), mist, 0.22));
  }
  const lid = vertical([
    [0, lch(0.5, 0.09, hue), 0.75],
    [0.5, lch(0.6, 0.09, hue), 0.25],
    [1, lch(0.6, 0.09, hue), 0],
  ]);
  b += lid.def + rect(0, 0, s.W, s.H * 0.42, lid.url);
  let rays = '';
  for (let i = 0; i < 5; i++) {
    const x = sx + (i - 2) * 110 + s.r.range(-30, 30),
      w = s.r.range(24, 66);
    rays += `M${n(x)} -10h${n(w)}l${n((l.from.x < 0 ? 1 : -1) * 320 + w)} ${n(g)}h${n(-w * 2.4)}Z`;
  }
  b += path(rays, '#fffbe0', 'fill-opacity=".1"');
  const trail = mix(lch(0.62, 0.045, 60), l.ambient, 0.15),
    tr = vertical([
      [0, mix(trail, mist, 0.22)],
      [1, mix(trail, l.shadow, 0.14)],
    ]);
  b +=
    SPLIT +
    tr.def +
    path(`M0 ${n(g + 10)}Q${n(s.W * 0.5)} ${n(g - 14)} ${n(s.W)} ${n(g + 6)}V${n(s.H)}H0Z`, tr.url) +
    path(specks(s, 0, g + 16, s.W, s.H, 130, 7), mix(trail, lch(0.4, 0.05, 45), 0.5), 'fill-opacity=".6"') +
    path(specks(s, 0, g + 16, s.W, s.H, 60, 7), lch(0.66, 0.1, 65), 'fill-opacity=".55"');
  let fern = '';
  for (const cx of [s.W * 0.04, s.W * 0.16, s.W * 0.9, s.W * 0.99])
    for (let i = 0; i < 7; i++) {
      const a = ((-90 + (i - 3) * 24 + s.r.range(-8, 8)) * Math.PI) / 180,
        k = s.r.range(50, 96),
        y = g + 22;
      const ex = cx + Math.cos(a) * k,
        ey = y + Math.sin(a) * k * 0.8;
      fern += `M${n(cx)} ${n(y)}Q${n(cx + Math.cos(a) * k * 0.4 - 8)} ${n(y + Math.sin(a) * k * 0.8)} ${n(ex)} ${n(ey)}Q${n(cx + Math.cos(a) * k * 0.6 + 8)} ${n(y + Math.sin(a) * k * 0.4)} ${n(cx)} ${n(y)}Z`;
    }
  b += path(fern, lch(0.45, 0.09, hue));
  const front = path(
    grass(s, s.H + 8, 0, s.W * 0.22, 20, 110) + grass(s, s.H + 8, s.W * 0.8, s.W, 20, 100),
    lch(0.3, 0.06, hue),
  );
  l.shadowK *= 0.9;
  return { name: 'forest', focus: 9, back: b, front, ground: s.ground, light: l, cast: 'floor' };
}
