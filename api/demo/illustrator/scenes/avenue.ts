import { n } from '../ink/pen.ts';
import { air, clouds, glow, land } from './air.ts';
import { type Hour, lightAt } from './light.ts';
import { path, rect, stroke } from './marks.ts';
import { grass, hills, sky } from './nature.ts';
import { type Scene, SPLIT, type Stage } from './stage.ts';

export function avenue(s: Stage): Scene {
  const l = lightAt(s.r.pick<Hour>(['overcast', 'morning', 'golden']), s.r),
    hor = s.H * 0.52,
    g = s.ground - s.H * 0.06,
    hue = s.r.pick([125, 110, 95]);
  let b =
    sky(s, l, hor + 30) +
    clouds(s, l, s.H * 0.05, hor - 80, 4) +
    glow(s, l, hor - s.H * 0.15) +
    hills(s, hor - 2, 8, 5, air(l, land(l, 0.6, 0.06, hue + 10), 0.5));
  b += rect(0, hor + 8, s.W, g - hor, air(l, land(l, 0.74, 0.085, hue - 10), 0.2));
  let fur = '';
  for (let i = -14; i <= 14; i++) fur += `M${n(s.W * 0.62 + i * 20)} ${n(hor + 10)}L${n(s.W * 0.62 + i * 150)} ${n(g)}`;
  b += stroke(fur, 4, air(l, land(l, 0.64, 0.08, hue - 14), 0.2), 'stroke-opacity=".6"');
  const dir = s.r.chance(0.5) ? 1 : -1,
    vx = s.W * (dir > 0 ? 0.16 : 0.84);
  for (let i = 13; i >= 0; i--) {
    // poplars in perspective, far ones first
    const z = 1 / (1 + i * 0.34),
      x = vx + dir * s.W * (1.02 * z - 0.16),
      y = hor + 10 + (g - hor) * 0.62 * z,
      h = s.H * 0.72 * z + 16,
      w = h * 0.13,
      k = Math.min(0.62, 0.08 + i * 0.05);
    b +=
      rect(x - w * 0.12, y - h * 0.22, w * 0.24, h * 0.22, air(l, land(l, 0.4, 0.03, 60), k)) +
      `<ellipse cx="${n(x)}" cy="${n(y - h * 0.58)}" rx="${n(w)}" ry="${n(h * 0.44)}" fill="${air(l, land(l, 0.5, 0.075, hue + 12), k)}"/><ellipse cx="${n(x + l.from.x * w * 0.4)}" cy="${n(y - h * 0.6)}" rx="${n(w * 0.52)}" ry="${n(h * 0.37)}" fill="${air(l, land(l, 0.62, 0.085, hue + 2), k)}"/>`;
  }
  const c1 = land(l, 0.66, 0.014, 75);
  b += SPLIT + path(`M0 ${n(g + 4)}H${n(s.W)}V${n(s.H)}H0Z`, c1);
  let cob = '',
    cob2 = '';
  for (let row = 0; row < 7; row++) {
    const t = row / 7,
      y0 = g + 8 + (s.H - g) * t ** 1.25,
      hh = (s.H - g) * 0.1 * (0.7 + t);
    const w = 42 + 34 * t;
    for (let x = (row % 2) * w * 0.5 - w; x < s.W; x += w) {
      const p = `M${n(x + 3)} ${n(y0 + 4)}q${n(w / 2 - 3)} ${n(-7)} ${n(w - 6)} 0l3 ${n(hh - 6)}q${n(-w / 2)} 5 ${n(-w)} 0Z`;
      if (s.r.chance(0.5)) cob += p;
      else cob2 += p;
    }
  }
  b +=
    path(cob, land(l, 0.76, 0.016, 75)) +
    path(cob2, land(l, 0.71, 0.02, 65)) +
    path(grass(s, g + 10, 0, s.W, 100, 26), land(l, 0.55, 0.085, hue));
  return { name: 'avenue', focus: 6, back: b, front: '', ground: s.ground, light: l, cast: 'floor' };
}
