// A small drawing surface: shaded tubes, strokes and shapes, and a silhouette of everything that casts a shadow.
import { itemAt } from '../item-at.ts';
import { lch, toLch } from './oklch.ts';

export type Pt = { x: number; y: number };
export const pt = (x: number, y: number): Pt => ({ x, y });
export const add = (a: Pt, b: Pt, k = 1): Pt => pt(a.x + b.x * k, a.y + b.y * k);
export const sub = (a: Pt, b: Pt): Pt => pt(a.x - b.x, a.y - b.y);
export const lerp = (a: Pt, b: Pt, t: number): Pt => pt(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t);
export const dist = (a: Pt, b: Pt): number => Math.hypot(a.x - b.x, a.y - b.y);
export const unit = (a: Pt): Pt => {
  const d = Math.hypot(a.x, a.y) || 1;
  return pt(a.x / d, a.y / d);
};
export const perp = (a: Pt): Pt => pt(a.y, -a.x);
export const polar = (c: Pt, r: number, deg: number): Pt =>
  pt(c.x + r * Math.cos((deg * Math.PI) / 180), c.y + r * Math.sin((deg * Math.PI) / 180));

export const n = (v: number): string => String(Math.round(v * 10) / 10);
export const at = (p: Pt): string => `${n(p.x)} ${n(p.y)}`;
export const poly = (pts: Pt[]): string => `M${pts.map(at).join('L')}Z`;
export function arc(c: Pt, r: number, from: number, to: number): string {
  const a = polar(c, r, from),
    b = polar(c, r, to);
  return `M${at(a)}A${n(r)} ${n(r)} 0 ${Math.abs(to - from) > 180 ? 1 : 0} ${to > from ? 1 : 0} ${at(b)}`;
}
/** Smooth open curve through points (Catmull-Rom). */
export function curve(p: Pt[], closed = false): string {
  const g = (i: number): Pt => itemAt(p, closed ? (i + p.length) % p.length : Math.max(0, Math.min(p.length - 1, i)));
  let d = `M${at(g(0))}`;
  for (let i = 0; i < p.length - (closed ? 0 : 1); i++) {
    const a = add(g(i), sub(g(i + 1), g(i - 1)), 1 / 6),
      b = add(g(i + 1), sub(g(i + 2), g(i)), -1 / 6);
    d += `C${at(a)} ${at(b)} ${at(g(i + 1))}`;
  }
  return d + (closed ? 'Z' : '');
}

export type Finish = 'gloss' | 'matte' | 'metal' | 'soft';
const STOPS: Record<Finish, [number, number][]> = {
  gloss: [
    [0, 0.03],
    [0.16, 0.17],
    [0.3, 0.05],
    [0.55, 0],
    [0.86, -0.13],
    [1, -0.09],
  ],
  matte: [
    [0, 0.05],
    [0.3, 0.06],
    [0.62, 0],
    [1, -0.11],
  ],
  metal: [
    [0, -0.06],
    [0.2, 0.16],
    [0.38, 0.02],
    [0.66, -0.15],
    [0.84, -0.03],
    [1, -0.18],
  ],
  soft: [
    [0, 0.06],
    [0.5, 0],
    [1, -0.08],
  ],
};

/** Makes a color lighter or darker; dark colors move less. */
export function tone(hex: string, d: number): string {
  const { l, c, h } = toLch(hex);
  const k = d > 0 ? Math.min(1.25, 0.55 + l) : Math.min(1, 0.35 + l);
  return lch(Math.max(0.07, l + d * k), c * (d > 0 ? 1 - d * 1.2 : 1), h);
}

export class Pen {
  out: string[] = [];
  shadow: string[] = [];
  casts = true;
  mirrored = false;
  light: Pt;
  private id = 0;
  private prefix: string;
  private grads = new Map<string, string>();

  constructor(light: Pt, prefix = 'g') {
    this.light = unit(light);
    this.prefix = prefix;
  }

  raw(svg: string): void {
    this.out.push(svg);
  }
  newId(): string {
    return this.prefix + this.id++;
  }

  /** Runs `fn` without casting shadows (small or inner parts). */
  quiet(fn: () => void): void {
    const was = this.casts;
    this.casts = false;
    fn();
    this.casts = was;
  }

  group(attrs: string, fn: () => void): void {
    this.out.push(`<g ${attrs}>`);
    this.shadow.push(`<g ${attrs.replace(/opacity="[^"]*"/, '')}>`);
    fn();
    this.out.push('</g>');
    this.shadow.push('</g>');
  }

  across(p: Pt, q: Pt, w: number, color: string, finish: Finish): string {
    let nrm = perp(unit(sub(q, p)));
    if (nrm.x * this.light.x + nrm.y * this.light.y < 0) nrm = pt(-nrm.x, -nrm.y);
    const m = lerp(p, q, 0.5),
      a = add(m, nrm, w / 2),
      b = add(m, nrm, -w / 2);
    const key = [at(a), at(b), color, finish].join();
    const seen = this.grads.get(key);
    if (seen) return seen;
    const id = this.newId();
    const stops = STOPS[finish].map(([o, d]) => `<stop offset="${o}" stop-color="${tone(color, d)}"/>`).join('');
    this.out.push(
      `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${n(a.x)}" y1="${n(a.y)}" x2="${n(b.x)}" y2="${n(b.y)}">${stops}</linearGradient>`,
    );
    this.grads.set(key, `url(#${id})`);
    return `url(#${id})`;
  }

  /** A straight, possibly tapered, round tube. */
  tube(p: Pt, q: Pt, w0: number, w1: number, color: string, finish: Finish = 'gloss'): void {
    const nr = perp(unit(sub(q, p)));
    const d = poly([add(p, nr, w0 / 2), add(q, nr, w1 / 2), add(q, nr, -w1 / 2), add(p, nr, -w0 / 2)]);
    const fill = this.across(p, q, Math.max(w0, w1), color, finish);
    this.out.push(
      `<path d="${d}" fill="${fill}" stroke="${tone(color, -0.2)}" stroke-width=".8" stroke-opacity=".55"/>`,
    );
    if (this.casts) this.shadow.push(`<path d="${d}"/>`);
  }

  /** A bent tube along a path: shade, body and a highlight. */
  pipe(d: string, w: number, color: string, opt: { shine?: number; cap?: string } = {}): void {
    const cap = opt.cap ?? 'round',
      k = opt.shine ?? 0.12;
    const s = (c: string, ww: number, dx: number, dy: number, op = 1): string =>
      `<path d="${d}" transform="translate(${n(dx)} ${n(dy)})" stroke="${c}" stroke-width="${n(ww)}"${op < 1 ? ` stroke-opacity="${op}"` : ''}/>`;
    const lx = this.light.x * w,
      ly = this.light.y * w;
    this.out.push(
      `<g fill="none" stroke-linecap="${cap}" stroke-linejoin="round">` +
        s(tone(color, -0.13), w, 0, 0) +
        s(color, w * 0.74, lx * 0.09, ly * 0.09) +
        (k ? s(tone(color, k), w * 0.2, lx * 0.24, ly * 0.24, 0.85) : '') +
        '</g>',
    );
    if (this.casts)
      this.shadow.push(
        `<path d="${d}" fill="none" stroke="currentColor" stroke-width="${n(w)}" stroke-linecap="${cap}"/>`,
      );
  }

  shape(d: string, fill: string, extra = ''): void {
    this.out.push(`<path d="${d}" fill="${fill}"${extra ? ` ${extra}` : ''}/>`);
    if (this.casts) this.shadow.push(`<path d="${d}"/>`);
  }

  line(d: string, w: number, color: string, extra = ''): void {
    this.out.push(`<path d="${d}" fill="none" stroke="${color}" stroke-width="${n(w)}"${extra ? ` ${extra}` : ''}/>`);
    if (this.casts && w > 2.4)
      this.shadow.push(`<path d="${d}" fill="none" stroke="currentColor" stroke-width="${n(w)}"/>`);
  }

  dot(c: Pt, r: number, fill: string, extra = ''): void {
    this.out.push(`<circle cx="${n(c.x)}" cy="${n(c.y)}" r="${n(r)}" fill="${fill}"${extra ? ` ${extra}` : ''}/>`);
    if (this.casts) this.shadow.push(`<circle cx="${n(c.x)}" cy="${n(c.y)}" r="${n(r)}"/>`);
  }

  ring(c: Pt, r: number, w: number, color: string, extra = ''): void {
    this.out.push(
      `<circle cx="${n(c.x)}" cy="${n(c.y)}" r="${n(r)}" fill="none" stroke="${color}" stroke-width="${n(w)}"${extra ? ` ${extra}` : ''}/>`,
    );
    if (this.casts && w > 2.4)
      this.shadow.push(
        `<circle cx="${n(c.x)}" cy="${n(c.y)}" r="${n(r)}" fill="none" stroke="currentColor" stroke-width="${n(w)}"/>`,
      );
  }

  /** A round boss or hub end, lit from the light's side. */
  ball(c: Pt, r: number, color: string): void {
    this.dot(c, r, tone(color, -0.12));
    this.quiet(() => {
      this.dot(add(c, this.light, r * 0.14), r * 0.8, color);
      this.dot(add(c, this.light, r * 0.34), r * 0.34, tone(color, 0.14), 'fill-opacity=".8"');
    });
  }
}
