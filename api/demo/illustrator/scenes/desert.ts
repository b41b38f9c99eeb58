import { n } from '../ink/pen.ts';
import { air, clouds, glow, land } from './air.ts';
import { type Hour, lightAt } from './light.ts';
import { path, vertical } from './marks.ts';
import { crown, grass, hills, sky, specks } from './nature.ts';
import { type Scene, SPLIT, type Stage } from './stage.ts';

export function desert(s: Stage): Scene {
  const l = lightAt(s.r.pick<Hour>(['golden', 'noon', 'dusk', 'morning']), s.r),
    hor = s.H * s.r.range(0.5, 0.56),
    g = s.ground - s.H * 0.05;
  let b = sky(s, l, hor + 40) + glow(s, l, hor - s.H * 0.16) + clouds(s, l, s.H * 0.08, s.H * 0.24, 2);
  const mesa = (x: number, w: number, h: number, y: number, c: string, lit: string): string => {
    const k = w * 0.14,
      t: string[] = [];
    t.push(
      path(
        `M${n(x - w / 2 - k)} ${n(y)}L${n(x - w / 2)} ${n(y - h * 0.45)}L${n(x - w / 2 + k * 0.2)} ${n(y - h)}L${n(x - w * 0.1)} ${n(y - h * 0.97)}L${n(x)} ${n(y - h * 1.03)}L${n(x + w / 2 - k * 0.2)} ${n(y - h)}L${n(x + w / 2)} ${n(y - h * 0.45)}L${n(x + w / 2 + k)} ${n(y)}Z`,
        c,
      ),
    );
    const sgn = l.from.x < 0 ? -1 : 1;
    t.push(
      path(
        `M${n(x + (sgn * w) / 2 + sgn * k)} ${n(y)}L${n(x + (sgn * w) / 2)} ${n(y - h * 0.45)}L${n(x + (sgn * w) / 2 - sgn * k * 0.2)} ${n(y - h)}L${n(x + sgn * w * 0.22)} ${n(y - h * 0.99)}L${n(x + sgn * w * 0.26)} ${n(y - h * 0.4)}L${n(x + sgn * w * 0.34)} ${n(y)}Z`,
        lit,
      ),
    );
    return t.join('');
  };
  for (let i = 0; i < 3; i++)
    b += mesa(
      s.W * s.r.range(0, 1),
      s.W * s.r.range(0.12, 0.26),
      s.H * s.r.range(0.08, 0.15),
      hor + 14,
      air(l, land(l, 0.55, 0.07, 35), 0.5),
      air(l, land(l, 0.7, 0.09, 45), 0.45),
    );
  b += hills(s, hor + 6, 12, 5, air(l, land(l, 0.66, 0.07, 50), 0.35));
  b += mesa(
    s.W * s.r.pick([0.16, 0.84]),
    s.W * 0.26,
    s.H * 0.27,
    hor + 56,
    air(l, land(l, 0.5, 0.09, 34), 0.2),
    air(l, land(l, 0.68, 0.11, 45), 0.18),
  );
  b += hills(s, hor + 48, 18, 5, air(l, land(l, 0.66, 0.08, 52), 0.16));
  let shrubs = '';
  for (let i = 0; i < 26; i++) {
    const t = s.r(),
      y = hor + 60 + t * (g - hor - 70),
      k = 8 + t * 22;
    shrubs += crown(s.r.range(0, s.W), y, k * 2, k * 1.3, s.r);
  }
  b += path(shrubs, air(l, land(l, 0.5, 0.045, 120), 0.16));
  const gr = vertical([
    [0, land(l, 0.7, 0.08, 52)],
    [1, land(l, 0.8, 0.07, 62)],
  ]);
  b +=
    SPLIT +
    gr.def +
    path(`M0 ${n(g)}Q${n(s.W * 0.4)} ${n(g - 16)} ${n(s.W)} ${n(g + 6)}V${n(s.H)}H0Z`, gr.url) +
    path(specks(s, 0, g + 10, s.W, s.H, 150, 6), land(l, 0.56, 0.08, 42), 'fill-opacity=".55"') +
    path(specks(s, 0, g + 10, s.W, s.H, 60, 5), land(l, 0.9, 0.04, 75), 'fill-opacity=".7"');
  return {
    name: 'desert',
    focus: 6,
    back: b,
    front: path(
      grass(s, s.H + 4, s.W * 0.02, s.W * 0.14, 18, 70) + grass(s, s.H + 4, s.W * 0.88, s.W * 0.99, 14, 60),
      land(l, 0.5, 0.06, 85),
    ),
    ground: s.ground,
    light: l,
    cast: 'floor',
  };
}
