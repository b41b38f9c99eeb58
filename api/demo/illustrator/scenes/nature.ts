import { mix } from '../ink/oklch.ts';
import { at, curve, n, type Pt, pt } from '../ink/pen.ts';
import type { Rng } from '../random.ts';
import type { Light } from './light.ts';
import { disc, path, radial, rect, vertical } from './marks.ts';
import type { Stage } from './stage.ts';

export function sky(s: Stage, l: Light, to: number): string {
  const g = vertical([
    [0, l.sky[0]],
    [0.55, l.sky[1]],
    [1, l.sky[2]],
  ]);
  return g.def + rect(0, 0, s.W, to, g.url);
}

export function sun(s: Stage, x: number, y: number, r: number, color: string): string {
  const g = radial([
    [0, color, 0.75],
    [0.35, color, 0.28],
    [1, color, 0],
  ]);
  return (
    g.def +
    disc(x, y, r * 7, g.url) +
    (s.r.chance(0.4) ? disc(x, y, r * 0.62, mix(color, '#ffffff', 0.7), 'fill-opacity=".9"') : '')
  );
}

/** A rolling line of hills as a filled band down to the bottom. */
export function hills(s: Stage, y: number, amp: number, count: number, fill: string, tilt = 0): string {
  const p: Pt[] = [];
  const ph = s.r.range(0, 6.28),
    ph2 = s.r.range(0, 6.28);
  for (let i = -1; i <= count + 1; i++) {
    const t = i / count;
    p.push(
      pt(
        t * s.W,
        y +
          Math.sin(t * 5.2 + ph) * amp * 0.6 +
          Math.sin(t * 11 + ph2) * amp * 0.25 +
          s.r.range(-0.2, 0.2) * amp +
          tilt * (t - 0.5),
      ),
    );
  }
  return path(`${curve(p)}L${n(s.W + 80)} ${n(s.H)}L-80 ${n(s.H)}Z`, fill);
}

/** A jagged mountain ridge with lit flanks. */
export function ridge(s: Stage, y: number, amp: number, peaks: number, fill: string, lit: string | null): string {
  const top: Pt[] = [],
    faces: string[] = [];
  for (let i = 0; i <= peaks * 2; i++) {
    const t = (i + s.r.range(-0.28, 0.28)) / (peaks * 2),
      up = i % 2 === 1;
    top.push(pt(t * (s.W + 300) - 150, y - (up ? amp * s.r.range(0.5, 1) : amp * s.r.range(0, 0.3))));
  }
  const jag: Pt[] = [];
  top.forEach((p, i) => {
    jag.push(p);
    const q = top[i + 1];
    if (q)
      for (const k of [0.3, 0.62])
        jag.push(pt(p.x + (q.x - p.x) * k + s.r.range(-8, 8), p.y + (q.y - p.y) * k + s.r.range(-0.07, 0.07) * amp));
  });
  if (lit)
    top.forEach((p, i) => {
      const q = top[i - 1];
      if (i % 2 !== 1 || !q) return;
      const on = (k: number, in_: number): string =>
        `${n(p.x + (q.x - p.x) * k + in_ * (p.x - q.x))} ${n(p.y + (q.y - p.y) * k)}`;
      faces.push(
        `M${at(p)}L${on(0.3, 0)}L${on(0.62, 0)}L${on(0.92, 0)}L${on(0.8, 0.2)}L${on(0.6, 0.14)}L${on(0.5, 0.3)}L${on(0.28, 0.17)}L${on(0.18, 0.2)}Z`,
      );
    });
  return (
    path(`M${jag.map(at).join('L')}L${n(s.W + 200)} ${n(s.H)}L-200 ${n(s.H)}Z`, fill) +
    (lit ? path(faces.join(''), lit) : '')
  );
}

export function cloud(x: number, y: number, w: number, fill: string, r: Rng, op = 0.7): string {
  let o = '';
  for (let i = 0; i < 6; i++)
    o += `<ellipse cx="${n(x + r.range(-0.45, 0.45) * w)}" cy="${n(y + r.range(-0.06, 0.06) * w)}" rx="${n(w * r.range(0.2, 0.45))}" ry="${n(w * r.range(0.025, 0.07))}"/>`;
  return `<g fill="${fill}" fill-opacity="${(op * 0.6).toFixed(2)}">${o}</g>`;
}

export function pine(x: number, y: number, h: number): string {
  const w = h * 0.2;
  let d = `M${n(x)} ${n(y - h)}`;
  for (let i = 1; i <= 4; i++)
    d += `L${n(x + (w * i) / 4)} ${n(y - h + (h * i) / 4.2)}L${n(x + (w * i) / 7.5)} ${n(y - h + (h * i) / 4.2 - h * 0.03)}`;
  d += `L${n(x + w * 0.12)} ${n(y - h * 0.05)}V${n(y)}H${n(x - w * 0.12)}V${n(y - h * 0.05)}`;
  for (let i = 4; i >= 1; i--)
    d += `L${n(x - (w * i) / 7.5)} ${n(y - h + (h * i) / 4.2 - h * 0.03)}L${n(x - (w * i) / 4)} ${n(y - h + (h * i) / 4.2)}`;
  return `${d}Z`;
}

/** A leafy crown out of overlapping rounds. */
export function crown(x: number, y: number, w: number, h: number, r: Rng): string {
  let d = '';
  const blob = (bx: number, by: number, br: number): string =>
    `M${n(bx - br)} ${n(by)}a${n(br)} ${n(br * 0.86)} 0 1 1 ${n(2 * br)} 0a${n(br)} ${n(br * 0.86)} 0 1 1 ${n(-2 * br)} 0Z`;
  for (let i = 0; i < 8; i++) {
    const a = (i / 8) * 6.283 + r(),
      k = r.range(0.28, 0.42);
    d += blob(x + Math.cos(a) * w * 0.3, y + Math.sin(a) * h * 0.3, Math.min(w, h) * k);
  }
  return d + blob(x, y, Math.min(w, h) * 0.44);
}

export function grass(s: Stage, y: number, x0: number, x1: number, count: number, h: number): string {
  let d = '';
  for (let i = 0; i < count; i++) {
    const x = s.r.range(x0, x1),
      hh = h * s.r.range(0.5, 1.15),
      lean = s.r.range(-0.4, 0.4) * hh,
      w = s.r.range(2, 4.5);
    d += `M${n(x - w)} ${n(y)}Q${n(x + lean * 0.2)} ${n(y - hh * 0.6)} ${n(x + lean)} ${n(y - hh)}Q${n(x + lean * 0.3 + w * 0.6)} ${n(y - hh * 0.5)} ${n(x + w)} ${n(y)}Z`;
  }
  return d;
}

export function specks(s: Stage, x0: number, y0: number, x1: number, y1: number, count: number, size: number): string {
  let d = '';
  for (let i = 0; i < count; i++) {
    const t = s.r(),
      y = y0 + (y1 - y0) * t,
      k = size * (0.4 + 0.9 * t) * s.r.range(0.5, 1.3);
    d += `M${n(s.r.range(x0, x1))} ${n(y)}l${n(k * 1.3)} ${n(-k * 0.5)}l${n(k)} ${n(k * 0.5)}l${n(-k * 0.9)} ${n(k * 0.5)}Z`;
  }
  return d;
}
