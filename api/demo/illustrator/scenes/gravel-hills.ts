import { n } from '../ink/pen.ts';
import { air, clouds, glow, land } from './air.ts';
import { type Hour, lightAt } from './light.ts';
import { path, vertical } from './marks.ts';
import { crown, grass, hills, sky, specks } from './nature.ts';
import { type Scene, SPLIT, type Stage } from './stage.ts';

export function gravelHills(s: Stage): Scene {
  const l = lightAt(s.r.pick<Hour>(['morning', 'noon', 'golden', 'golden', 'overcast']), s.r),
    hor = s.H * s.r.range(0.4, 0.5),
    hue = s.r.pick([128, 110, 95, 140, 75]);
  let b = sky(s, l, hor + 60) + clouds(s, l, s.H * 0.08, hor - 60, s.r.int(1, 4)) + glow(s, l, hor - s.H * 0.13);
  b +=
    hills(s, hor - 40, 44, 7, air(l, land(l, 0.62, 0.05, hue + 40), 0.62)) +
    hills(s, hor - 4, 40, 6, air(l, land(l, 0.62, 0.065, hue + 12), 0.42));
  const treeLine = (y: number, k: number, c: string, size: number): string => {
    let d = '';
    for (let i = 0; i < k; i++) {
      const x = s.r.range(-20, s.W + 20),
        z = size * s.r.range(0.6, 1.2);
      d += crown(x, y - z * 0.3, z, z * 0.85, s.r);
    }
    return path(d, c);
  };
  b += treeLine(hor + 26, 12, air(l, land(l, 0.46, 0.06, hue + 18), 0.36), 44);
  b += hills(s, hor + 34, 38, 5, air(l, land(l, 0.68, 0.085, hue - 8), 0.24));
  // The road leaves the foreground and winds away
  const g = s.ground - s.H * 0.075,
    road = land(l, 0.83, 0.028, 75),
    dir = s.r.chance(0.5) ? 1 : -1,
    X = (t: number): number => s.W * (0.5 + dir * t);
  b += path(
    `M${n(X(-0.42))} ${n(g + 10)}C${n(X(-0.1))} ${n(g - 50)} ${n(X(0.36))} ${n(g - 70)} ${n(X(0.3))} ${n(g - 120)}C${n(X(0.26))} ${n(g - 160)} ${n(X(0.08))} ${n(hor + 90)} ${n(X(0.12))} ${n(hor + 54)}L${n(X(0.128))} ${n(hor + 54)}C${n(X(0.11))} ${n(hor + 90)} ${n(X(0.33))} ${n(g - 166)} ${n(X(0.39))} ${n(g - 120)}C${n(X(0.46))} ${n(g - 60)} ${n(X(0.1))} ${n(g - 44)} ${n(X(0.06))} ${n(g + 10)}Z`,
    air(l, road, 0.15),
  );
  b += treeLine(hor + 88, 4, air(l, land(l, 0.42, 0.07, hue + 14), 0.16), 66);
  b += SPLIT + hills(s, g - 24, 18, 6, land(l, 0.62, 0.09, hue - 14));
  b += path(grass(s, g + 12, 0, s.W, 90, 34), land(l, 0.52, 0.085, hue - 6));
  const rg = vertical([
    [0, land(l, 0.76, 0.03, 75)],
    [1, land(l, 0.87, 0.025, 78)],
  ]);
  b +=
    rg.def +
    path(`M0 ${n(g + 8)}Q${n(s.W * 0.5)} ${n(g - 12)} ${n(s.W)} ${n(g + 10)}V${n(s.H)}H0Z`, rg.url) +
    path(specks(s, 0, g + 14, s.W, s.H, 190, 5), land(l, 0.66, 0.03, 70), 'fill-opacity=".7"') +
    path(specks(s, 0, g + 14, s.W, s.H, 110, 5), land(l, 0.94, 0.015, 80), 'fill-opacity=".8"');
  const front = path(
    grass(s, s.H + 6, 0, s.W * 0.3, 26, 92) + grass(s, s.H + 6, s.W * 0.74, s.W, 22, 80),
    land(l, 0.4, 0.08, hue),
    'fill-opacity=".95"',
  );
  return { name: 'gravel hills', focus: 7, back: b, front, ground: s.ground, light: l, cast: 'floor' };
}
