import { mix } from '../ink/oklch.ts';
import { n } from '../ink/pen.ts';
import { clouds, glow, land } from './air.ts';
import { type Hour, lightAt } from './light.ts';
import { path, rect, stroke, vertical } from './marks.ts';
import { grass, sky, specks } from './nature.ts';
import { type Scene, SPLIT, type Stage } from './stage.ts';

export function beach(s: Stage): Scene {
  const l = lightAt(s.r.pick<Hour>(['morning', 'noon', 'golden', 'dusk']), s.r),
    hor = s.H * s.r.range(0.46, 0.54),
    g = s.ground - s.H * 0.055,
    h = l.hour === 'dusk' ? 265 : 215;
  let b = sky(s, l, hor) + clouds(s, l, s.H * 0.1, hor - 40, 4) + glow(s, l, hor - s.H * 0.1);
  const sea = vertical([
    [0, land(l, 0.68, 0.075, h)],
    [0.7, land(l, 0.78, 0.06, h - 12)],
    [1, land(l, 0.87, 0.035, h - 22)],
  ]);
  b += sea.def + rect(0, hor, s.W, g - hor, sea.url);
  let w = '';
  for (let i = 0; i < 46; i++) {
    const t = s.r() ** 1.4,
      y = hor + 6 + t * (g - hor - 60),
      k = 18 + t * 120;
    w += `M${n(s.r.range(-40, s.W))} ${n(y)}q${n(k / 2)} ${n(-2 - t * 5)} ${n(k)} 0`;
  }
  b += stroke(w, 2.6, '#ffffff', 'stroke-opacity=".4" stroke-linecap="round"');
  if (s.r.chance(0.5)) {
    const x = s.W * s.r.range(0.12, 0.88);
    b += path(
      `M${n(x)} ${n(hor - 52)}L${n(x + 30)} ${n(hor - 8)}H${n(x)}Z M${n(x - 5)} ${n(hor - 44)}L${n(x - 22)} ${n(hor - 8)}H${n(x - 5)}Z M${n(x - 26)} ${n(hor - 4)}h60l-10 9h-40Z`,
      mix('#ffffff', l.ambient, 0.3),
    );
  }
  b +=
    path(
      `M0 ${n(g - 64)}C${n(s.W * 0.2)} ${n(g - 84)} ${n(s.W * 0.42)} ${n(g - 44)} ${n(s.W * 0.62)} ${n(g - 60)}S${n(s.W * 0.9)} ${n(g - 80)} ${n(s.W)} ${n(g - 58)}V${n(s.H)}H0Z`,
      '#ffffff',
      'fill-opacity=".75"',
    ) +
    path(
      `M0 ${n(g - 52)}C${n(s.W * 0.2)} ${n(g - 72)} ${n(s.W * 0.42)} ${n(g - 32)} ${n(s.W * 0.62)} ${n(g - 48)}S${n(s.W * 0.9)} ${n(g - 68)} ${n(s.W)} ${n(g - 46)}V${n(s.H)}H0Z`,
      land(l, 0.76, 0.045, 72),
    );
  const wood = s.r.chance(0.5),
    sand = land(l, 0.88, 0.045, 80);
  b += SPLIT + path(`M0 ${n(g - 30)}Q${n(s.W * 0.4)} ${n(g - 44)} ${n(s.W)} ${n(g - 22)}V${n(s.H)}H0Z`, sand);
  if (wood) {
    const wg = vertical([
      [0, land(l, 0.72, 0.025, 70)],
      [1, land(l, 0.82, 0.025, 72)],
    ]);
    b += wg.def + rect(0, g, s.W, s.H - g, wg.url) + rect(0, g, s.W, 7, land(l, 0.88, 0.02, 75));
    let d = '';
    for (let i = -16; i <= 16; i++)
      d += `M${n(s.W / 2 + i * s.W * 0.055)} ${n(g)}L${n(s.W / 2 + i * s.W * 0.08)} ${n(s.H)}`;
    b += stroke(d, 3, land(l, 0.55, 0.03, 65), 'stroke-opacity=".55"');
    const post = land(l, 0.6, 0.03, 65);
    let rail = '';
    for (let i = 0; i <= 3; i++) rail += `M${n((i / 3) * s.W - 20)} ${n(g + 4)}V${n(g - s.H * 0.4)}`;
    b +=
      stroke(rail, 30, post) +
      stroke(`M0 ${n(g - s.H * 0.36)}H${n(s.W)}M0 ${n(g - s.H * 0.2)}H${n(s.W)}`, 20, land(l, 0.72, 0.03, 68));
  } else
    b +=
      path(specks(s, 0, g, s.W, s.H, 120, 4), land(l, 0.76, 0.05, 70), 'fill-opacity=".8"') +
      stroke(
        `M0 ${n(s.ground + 14)}Q${n(s.W * 0.5)} ${n(s.ground - 2)} ${n(s.W)} ${n(s.ground + 10)}`,
        9,
        land(l, 0.8, 0.045, 75),
        'stroke-dasharray="7 5" stroke-opacity=".8"',
      );
  const front = path(
    grass(s, s.H + 8, 0, s.W * 0.18, 24, 130) + (s.r.chance(0.5) ? grass(s, s.H + 8, s.W * 0.86, s.W, 18, 110) : ''),
    land(l, 0.58, 0.055, 100),
  );
  return { name: 'beach', focus: 6, back: b, front, ground: s.ground, light: l, cast: 'floor' };
}
