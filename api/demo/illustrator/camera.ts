// How a photograph was taken: the view, the turn of the bike, what is in front of the lens and beside the bike.
import { mix } from './ink/oklch.ts';
import { n } from './ink/pen.ts';
import type { Rng } from './random.ts';
import type { Light } from './scenes/light.ts';
import { disc, path, radial, rect, stroke } from './scenes/marks.ts';
import { crown } from './scenes/nature.ts';
import type { Camera, Prop, Veil } from './spec.ts';

/** Where the bike stands on the canvas: its middle and half its length. */
interface Place {
  W: number;
  H: number;
  ground: number;
  cx: number;
  half: number;
  shadow: string;
}

const radians = Math.PI / 180;

/** Tilts, shifts and enlarges a layer. The canvas stays covered. */
export function viewed(layer: string, { roll, zoom, x, y }: Camera, { W, H }: Place): string {
  const tilt = Math.abs(roll) * radians;
  const covering = Math.cos(tilt) + Math.sin(tilt) * (Math.max(W, H) / Math.min(W, H));
  const scale = Math.max(1, zoom) * covering;
  if (layer === '' || (scale === 1 && roll === 0)) return layer;
  const centre = `translate(${n(W * (0.5 + x))} ${n(H * (0.5 + y))})`;
  return `<g transform="${centre} rotate(${roll}) scale(${scale.toFixed(4)}) translate(${n(-W / 2)} ${n(-H / 2)})">${layer}</g>`;
}

/** Turns bike and shadow a little towards the camera or away from it. */
export function turned(layer: string, { turn }: Camera, { cx }: Place): string {
  if (turn === 0 || layer === '') return layer;
  const narrow = Math.cos(turn * 0.5);
  const lean = turn * 0.045;
  return `<g transform="matrix(${narrow.toFixed(4)} ${lean.toFixed(4)} 0 1 ${n(cx * (1 - narrow))} ${n(-lean * cx)})">${layer}</g>`;
}

/** A repair stand: foot, pole and clamp. */
export function standPole({ ground }: Place, color: string, x: number, clampY: number): string {
  const light = mix(color, '#ffffff', 0.25);
  return (
    stroke(
      `M${n(x - 150)} ${n(ground + 26)}L${n(x)} ${n(ground - 50)}L${n(x + 150)} ${n(ground + 26)}`,
      20,
      color,
      'stroke-linecap="round" stroke-linejoin="round"',
    ) +
    rect(x - 13, clampY - 70, 26, ground - clampY + 60, color, 'rx="8"') +
    rect(x - 7, clampY - 60, 6, ground - clampY + 20, light, 'fill-opacity=".5"') +
    rect(x - 30, clampY - 96, 60, 62, '#c23b33', 'rx="10"')
  );
}

export function veil(kind: Veil, { W, H }: Place, light: Light, r: Rng): string {
  if (kind === 'snowfall') {
    let flakes = '';
    for (let i = 0; i < 90; i++)
      flakes += disc(
        r.range(0, W),
        r.range(0, H),
        r.range(4, 15),
        '#ffffff',
        `fill-opacity="${r.range(0.45, 0.9).toFixed(2)}"`,
      );
    return flakes;
  }
  if (kind === 'fog') {
    const fog = mix(light.sky[2], '#ffffff', 0.4);
    let banks = '';
    for (let i = 0; i < 9; i++)
      banks += `<ellipse cx="${n(r.range(0, W))}" cy="${n(r.range(H * 0.2, H))}" rx="${n(W * r.range(0.2, 0.5))}" ry="${n(H * r.range(0.05, 0.14))}" fill="${fog}" fill-opacity=".2"/>`;
    return banks;
  }
  if (kind === 'flare') {
    const isLeft = light.from.x < 0;
    const burst = radial([
      [0, '#fff3d0', 0.85],
      [0.3, '#ffd79a', 0.4],
      [1, '#ffc27a', 0],
    ]);
    const x = W * (isLeft ? r.range(-0.02, 0.14) : r.range(0.86, 1.02));
    const y = H * r.range(-0.02, 0.14);
    let ghosts = '';
    for (const k of [0.3, 0.52, 0.74])
      ghosts += disc(
        x + (W / 2 - x) * 1.7 * k,
        y + (H / 2 - y) * 1.7 * k,
        26 + 60 * k,
        '#ffe3b0',
        'fill-opacity=".14"',
      );
    return burst.def + disc(x, y, W * 0.5, burst.url) + ghosts;
  }
  const isGrass = kind === 'grass';
  const color = mix(
    r.pick(isGrass ? ['#5f7d3f', '#8a8a48', '#46663b'] : ['#4f7a3f', '#7a8f3f', '#c2853a']),
    light.ambient,
    0.2,
  );
  if (!isGrass) {
    const isLeft = r.chance(0.5);
    let twig = '';
    for (let i = 0; i < 9; i++) {
      const t = i / 8;
      twig += crown(
        (isLeft ? 0 : W) + (isLeft ? 1 : -1) * W * 0.34 * t,
        H * (0.02 + 0.1 * t * r.range(0.2, 1)),
        190 * (1.1 - t),
        150 * (1.1 - t),
        r,
      );
    }
    return path(twig, color, 'fill-opacity=".92"');
  }
  let blades = '';
  for (let i = 0; i < 46; i++) {
    const side = r.chance(0.5) ? r.range(-0.02, 0.3) : r.range(0.7, 1.02);
    const x = W * side;
    const h = H * r.range(0.1, 0.26);
    const lean = r.range(-70, 70);
    blades += `M${n(x - 9)} ${n(H + 10)}Q${n(x + lean * 0.2)} ${n(H - h * 0.6)} ${n(x + lean)} ${n(H - h)}Q${n(x + lean * 0.4 + 8)} ${n(H - h * 0.5)} ${n(x + 11)} ${n(H + 10)}Z`;
  }
  return path(blades, color, 'fill-opacity=".9"');
}

/** Draws a thing on the ground, in the room that is left beside the bike. */
export function drawProp(kind: Prop, { W, H, ground, cx, half, shadow }: Place, isLeft: boolean, r: Rng): string {
  const margin = isLeft ? cx - half : W - cx - half;
  const x = isLeft ? margin * 0.5 : W - margin * 0.5;
  const size = Math.min(H * 0.24, half * 0.42, margin * 0.8);
  const y = ground + H * 0.03;
  const color = r.pick(['#c2553f', '#3f5f7d', '#57724a', '#d0a24a', '#6b4a6e', '#2f3440']);
  const things: Record<Prop, () => string> = {
    backpack: () => backpack(size * 0.95, color),
    dog: () => dog(size, r.pick(['#b98a5a', '#3a332e', '#e0d2ba', '#8c5a36'])),
    cat: () => cat(size * 0.72, r.pick(['#3a3432', '#c98b4a', '#8d8a86', '#efe7db'])),
    pump: () => pump(size * 1.15, color),
    crate: () => crate(size * 0.8),
    helmet: () => helmet(size * 0.56, color),
    rock: () => rock(size * 0.72),
  };
  const blob = radial([
    [0, shadow, 0.42],
    [1, shadow, 0],
  ]);
  const flip = isLeft ? 1 : -1;
  return `${blob.def}<g transform="translate(${n(x)} ${n(y)}) scale(${flip} 1)"><ellipse cx="0" cy="0" rx="${n(size * 0.6)}" ry="${n(size * 0.09)}" fill="${blob.url}"/>${things[kind]()}</g>`;
}

const darker = (color: string): string => mix(color, '#000000', 0.22);
const lighter = (color: string): string => mix(color, '#ffffff', 0.2);

function backpack(z: number, color: string): string {
  return (
    rect(-z * 0.36, -z * 0.92, z * 0.72, z * 0.92, color, `rx="${n(z * 0.22)}"`) +
    rect(-z * 0.3, -z * 0.46, z * 0.6, z * 0.4, darker(color), `rx="${n(z * 0.1)}"`) +
    stroke(`M${n(-z * 0.36)} ${n(-z * 0.6)}H${n(z * 0.36)}`, z * 0.03, lighter(color)) +
    stroke(`M${n(-z * 0.1)} ${n(-z * 0.9)}q${n(z * 0.1)} ${n(-z * 0.16)} ${n(z * 0.2)} 0`, z * 0.05, darker(color)) +
    rect(-z * 0.05, -z * 0.34, z * 0.1, z * 0.12, lighter(color))
  );
}

function dog(z: number, color: string): string {
  const shade = darker(color);
  return (
    stroke(
      `M${n(-z * 0.36)} ${n(-z * 0.12)}q${n(-z * 0.3)} ${n(-z * 0.02)} ${n(-z * 0.28)} ${n(-z * 0.3)}`,
      z * 0.08,
      color,
      'stroke-linecap="round"',
    ) +
    path(
      `M${n(-z * 0.42)} 0C${n(-z * 0.5)} ${n(-z * 0.5)} ${n(-z * 0.1)} ${n(-z * 0.6)} ${n(z * 0.06)} ${n(-z * 0.72)}L${n(z * 0.26)} ${n(-z * 0.5)}L${n(z * 0.2)} 0Z`,
      color,
    ) +
    path(`M${n(-z * 0.42)} 0c0 ${n(-z * 0.26)} ${n(z * 0.36)} ${n(-z * 0.26)} ${n(z * 0.4)} 0Z`, shade) +
    rect(z * 0.06, -z * 0.5, z * 0.12, z * 0.5, color, `rx="${n(z * 0.06)}"`) +
    path(
      `M${n(-z * 0.04)} ${n(-z * 0.74)}C${n(-z * 0.06)} ${n(-z * 1.02)} ${n(z * 0.22)} ${n(-z * 1.04)} ${n(z * 0.3)} ${n(-z * 0.88)}L${n(z * 0.54)} ${n(-z * 0.78)}Q${n(z * 0.56)} ${n(-z * 0.64)} ${n(z * 0.36)} ${n(-z * 0.64)}Q${n(z * 0.1)} ${n(-z * 0.58)} ${n(-z * 0.04)} ${n(-z * 0.74)}Z`,
      color,
    ) +
    path(
      `M${n(0)} ${n(-z * 0.94)}q${n(-z * 0.2)} ${n(z * 0.1)} ${n(-z * 0.1)} ${n(z * 0.34)}q${n(z * 0.18)} ${n(-z * 0.02)} ${n(z * 0.2)} ${n(-z * 0.3)}Z`,
      shade,
    ) +
    disc(z * 0.25, -z * 0.84, z * 0.028, '#17140f') +
    disc(z * 0.53, -z * 0.75, z * 0.045, '#17140f') +
    stroke(
      `M${n(-z * 0.02)} ${n(-z * 0.62)}Q${n(z * 0.12)} ${n(-z * 0.54)} ${n(z * 0.26)} ${n(-z * 0.58)}`,
      z * 0.055,
      '#c2453d',
    )
  );
}

function cat(z: number, color: string): string {
  return (
    stroke(
      `M${n(-z * 0.3)} ${n(-z * 0.06)}q${n(-z * 0.4)} ${n(z * 0.02)} ${n(-z * 0.3)} ${n(-z * 0.4)}`,
      z * 0.1,
      color,
      'stroke-linecap="round"',
    ) +
    path(
      `M${n(-z * 0.36)} 0C${n(-z * 0.44)} ${n(-z * 0.5)} ${n(-z * 0.16)} ${n(-z * 0.7)} ${n(z * 0.06)} ${n(-z * 0.66)}C${n(z * 0.28)} ${n(-z * 0.6)} ${n(z * 0.26)} ${n(-z * 0.2)} ${n(z * 0.26)} 0Z`,
      color,
    ) +
    disc(z * 0.1, -z * 0.78, z * 0.22, color) +
    path(
      `M${n(-z * 0.1)} ${n(-z * 0.86)}l${n(z * 0.02)} ${n(-z * 0.26)}l${n(z * 0.16)} ${n(z * 0.14)}ZM${n(z * 0.3)} ${n(-z * 0.86)}l${n(-z * 0.02)} ${n(-z * 0.26)}l${n(-z * 0.16)} ${n(z * 0.14)}Z`,
      color,
    ) +
    disc(z * 0.04, -z * 0.8, z * 0.03, '#d8c25a') +
    disc(z * 0.18, -z * 0.8, z * 0.03, '#d8c25a')
  );
}

function pump(z: number, color: string): string {
  return (
    rect(-z * 0.045, -z * 0.74, z * 0.09, z * 0.74, color, `rx="${n(z * 0.03)}"`) +
    rect(-z * 0.016, -z * 0.98, z * 0.032, z * 0.26, '#c9cbcd') +
    rect(-z * 0.2, -z * 1.02, z * 0.4, z * 0.06, '#2b2620', `rx="${n(z * 0.03)}"`) +
    rect(-z * 0.2, -z * 0.045, z * 0.4, z * 0.05, '#2f3136', `rx="${n(z * 0.02)}"`) +
    disc(0, -z * 0.12, z * 0.1, '#eceae4') +
    stroke(
      `M${n(z * 0.04)} ${n(-z * 0.16)}C${n(z * 0.34)} ${n(-z * 0.2)} ${n(z * 0.3)} ${n(-z * 0.72)} ${n(z * 0.05)} ${n(-z * 0.7)}`,
      z * 0.026,
      '#222428',
    )
  );
}

function crate(z: number): string {
  const wood = '#b98d58';
  let slats = '';
  for (let i = 0; i < 3; i++)
    slats += rect(-z * 0.58, -z * 0.72 + i * z * 0.25, z * 1.16, z * 0.2, i % 2 ? '#a97d4a' : wood);
  let apples = '';
  for (let i = 0; i < 6; i++)
    apples += disc(-z * 0.42 + i * z * 0.17, -z * 0.76, z * 0.1, i % 3 ? '#c0473b' : '#d9a43f');
  return (
    apples +
    rect(-z * 0.54, -z * 0.7, z * 1.08, z * 0.7, '#6d4f2e') +
    slats +
    rect(-z * 0.58, -z * 0.72, z * 0.1, z * 0.72, '#94693c') +
    rect(z * 0.48, -z * 0.72, z * 0.1, z * 0.72, '#94693c')
  );
}

function helmet(z: number, color: string): string {
  return (
    path(
      `M${n(-z * 0.62)} 0C${n(-z * 0.66)} ${n(-z * 0.66)} ${n(-z * 0.2)} ${n(-z * 0.84)} ${n(z * 0.1)} ${n(-z * 0.8)}C${n(z * 0.52)} ${n(-z * 0.74)} ${n(z * 0.7)} ${n(-z * 0.32)} ${n(z * 0.66)} ${n(-z * 0.06)}Q${n(z * 0.1)} ${n(-z * 0.14)} ${n(-z * 0.62)} 0Z`,
      color,
    ) +
    stroke(
      `M${n(-z * 0.36)} ${n(-z * 0.3)}q${n(z * 0.2)} ${n(-z * 0.3)} ${n(z * 0.42)} ${n(-z * 0.28)}M${n(-z * 0.06)} ${n(-z * 0.24)}q${n(z * 0.2)} ${n(-z * 0.22)} ${n(z * 0.44)} ${n(-z * 0.12)}`,
      z * 0.11,
      darker(color),
      'stroke-linecap="round"',
    )
  );
}

function rock(z: number): string {
  return (
    path(
      `M${n(-z * 0.7)} 0L${n(-z * 0.56)} ${n(-z * 0.5)}L${n(-z * 0.1)} ${n(-z * 0.74)}L${n(z * 0.4)} ${n(-z * 0.56)}L${n(z * 0.74)} 0Z`,
      '#8b857d',
    ) +
    path(
      `M${n(-z * 0.56)} ${n(-z * 0.5)}L${n(-z * 0.1)} ${n(-z * 0.74)}L${n(z * 0.4)} ${n(-z * 0.56)}L${n(z * 0.02)} ${n(-z * 0.42)}Z`,
      '#a8a299',
    ) +
    path(`M${n(z * 0.02)} ${n(-z * 0.42)}L${n(z * 0.4)} ${n(-z * 0.56)}L${n(z * 0.74)} 0H${n(z * 0.1)}Z`, '#77716a')
  );
}
