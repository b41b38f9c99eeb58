import type { Geometry } from './bike/geometry.ts';
import { mix } from './ink/oklch.ts';
import { n } from './ink/pen.ts';
import type { Box } from './render.ts';
import { radial } from './scenes/marks.ts';
import type { Scene } from './scenes/stage.ts';

/** Contact shadow under the tyres, plus the long shadow on floor or wall. */
export function castShadow(
  scene: Scene,
  sil: string,
  place: string,
  g: Geometry,
  scale: number,
  flip: number,
  ox: number,
  ground: number,
  W: number,
  H: number,
): string {
  const l = scene.light,
    col = l.shadow,
    k = l.shadowK,
    contact = radial([
      [0, col, Math.min(0.85, k * 1.7)],
      [0.5, col, k * 0.7],
      [1, col, 0],
    ]),
    wide = radial([
      [0, col, k * 0.8],
      [0.7, col, k * 0.25],
      [1, col, 0],
    ]);
  let o = contact.def + wide.def;
  const X = (x: number): number => ox + x * scale * flip,
    dirX = -l.from.x;
  const mid = X((g.rear.x + g.front.x) / 2),
    half = (g.front.x - g.rear.x) * scale * 0.5;
  o += `<ellipse cx="${n(mid)}" cy="${n(ground + 4)}" rx="${n(Math.max(half * 1.75, 260 * scale))}" ry="${n(22)}" fill="${wide.url}"/>`;
  if (scene.reflect)
    o += `<g transform="translate(0 ${n(2 * ground)}) scale(1 -1)" opacity="${scene.reflect}"><g transform="${place}" fill="${col}" color="${col}">${sil}</g></g>`;
  const hasSun = l.hour !== 'overcast' && l.hour !== 'night';
  if (scene.cast === 'floor' && hasSun) {
    const sx = dirX * (l.hour === 'golden' || l.hour === 'dusk' ? 0.75 : 0.42),
      flat = l.hour === 'noon' ? 0.12 : 0.17,
      gy = g.ground;
    o += `<g transform="${place}"><g transform="matrix(1 0 ${(-sx * flip).toFixed(3)} ${(-flat).toFixed(3)} ${n(gy * sx * flip)} ${n(gy + gy * flat)})" fill="${col}" color="${col}" opacity="${(k * 0.78).toFixed(2)}">${sil}</g></g>`;
  }
  if (scene.cast === 'wall') {
    const foot = scene.wallFoot ?? ground - 40,
      gap = ground - foot,
      h0 = 70 + gap * 0.5,
      dx = dirX * (60 + gap * 0.9),
      op = hasSun ? k * 0.8 : k * 0.28;
    const put = (ddx: number, ddy: number, a: number): string =>
      `<g transform="translate(${n(dx + ddx)} ${n(h0 - gap + ddy)})" opacity="${a.toFixed(2)}"><g transform="${place}" fill="${col}" color="${col}">${sil}</g></g>`;
    o += `<clipPath id="cw"><rect x="0" y="0" width="${W}" height="${n(foot)}"/></clipPath><clipPath id="cf"><rect x="0" y="${n(foot)}" width="${W}" height="${n(H - foot)}"/></clipPath><g clip-path="url(#cw)">${hasSun ? put(0, 0, op) : put(-5, -3, op * 0.6) + put(5, 4, op * 0.6)}</g>`;
    const a = dx / h0,
      b = gap / h0; // on the floor the shadow runs back to the wall
    o += `<g clip-path="url(#cf)"><g transform="matrix(1 0 ${(-a).toFixed(3)} ${b.toFixed(3)} ${n(a * ground)} ${n(ground - b * ground)})" fill="${col}" color="${col}" opacity="${op.toFixed(2)}"><g transform="${place}">${sil}</g></g></g>`;
  }
  for (const [w, R] of [
    [g.rear, g.rearR],
    [g.front, g.frontR],
  ] as const)
    o += `<ellipse cx="${n(X(w.x))}" cy="${n(ground + 1)}" rx="${n(Math.min(R * 0.5, g.front.x === g.rear.x ? 70 : 999) * scale)}" ry="11" fill="${contact.url}"/>`;
  return o;
}

/** A slight vignette, and a tint of the light's color. */
export function finish(scene: Scene, [x0, y0, W, H]: Box, k: number): string {
  const v = radial(
      [
        [0.55, scene.light.shadow, 0],
        [1, scene.light.shadow, k],
      ],
      0.5,
      0.48,
      0.75,
    ),
    x = scene.light.from.x < 0 ? 0 : 1,
    warm = radial(
      [
        [0, mix(scene.light.ambient, '#ffffff', 0.3), 0.22 * scene.light.warm + 0.03],
        [1, scene.light.ambient, 0],
      ],
      x,
      0,
      0.9,
    );
  const area = `<rect x="${n(x0)}" y="${n(y0)}" width="${n(W)}" height="${n(H)}"`;
  return `${v.def + warm.def}${area} fill="${warm.url}"/>${area} fill="${v.url}"/>`;
}
