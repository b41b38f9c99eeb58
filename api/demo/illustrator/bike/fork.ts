// Forks: curved steel, straight, carbon, unicrown, suspension, dual crown.

import type { BikeColours } from '../ink/palette.ts';
import { add, at, curve, lerp, type Pen, type Pt, pt, tone } from '../ink/pen.ts';
import type { Fitout } from './fitout.ts';
import type { Geometry } from './geometry.ts';

export function fork(pen: Pen, c: BikeColours, g: Geometry, f: Fitout, side: 'near' | 'far'): void {
  const s = side === 'far' ? pt(4, -3) : pt(0, 0);
  const k = side === 'far' ? -0.16 : 0;
  const was = pen.casts;
  if (side === 'far') pen.casts = false;
  if (f.fork === 'suspension' || f.fork === 'dual') suspension(pen, c, g, f, s, k);
  else rigid(pen, c, g, f, s, k);
  pen.casts = was;
}

function rigid(pen: Pen, c: BikeColours, g: Geometry, f: Fitout, s: Pt, k: number): void {
  const col = tone(f.build === 'ti' ? c.black : f.fork === 'carbon' && c.second !== c.frame ? c.second : c.frame, k),
    along = (t: number, o: number): Pt => add(add(add(g.crown, g.down, t), g.fwd, o), s);
  const len = (g.front.x - g.crown.x - g.offset * g.fwd.x) / g.down.x;
  const mtb = f.fork === 'unicrown';
  const w0 = f.fork === 'carbon' ? (f.style === 'tri' ? 62 : 44) : f.fork === 'curved' ? 29 : mtb ? 38 : 34,
    w1 = f.fork === 'carbon' ? 21 : f.fork === 'curved' ? 13 : mtb ? 24 : 19;
  const bow = f.fork === 'curved' ? 0.06 : f.fork === 'carbon' ? 0.3 : 0.5;
  const o = (t: number): number => {
    const x = t / len;
    return f.fork === 'curved'
      ? g.offset * (x < 0.5 ? 0.0 : ((x - 0.5) / 0.5) ** 2.1)
      : g.offset * (x * (1 - 0.45 * (1 - bow)) + 0.45 * (1 - bow) * x * x);
  };
  const w = (t: number): number => w0 + (w1 - w0) * Math.min(1, (t / len) * 1.02);
  const L: Pt[] = [],
    R: Pt[] = [];
  for (let i = 0; i <= 8; i++) {
    const t = (len * i) / 8;
    L.push(along(t, o(t) + w(t) / 2));
    R.unshift(along(t, o(t) - w(t) / 2));
  }
  const d = `${curve(L)}L${curve(R).slice(1)}Z`;
  pen.shape(
    d,
    pen.across(along(0, 0), along(len, g.offset * 0.4), w0, col, f.finish),
    `stroke="${tone(col, -0.2)}" stroke-width=".8" stroke-opacity=".5"`,
  );
  // Crown and dropout
  const chrome = f.build === 'lugged' ? tone(c.second === c.frame ? c.chrome : c.second, k) : col;
  pen.tube(
    along(-4, 0),
    along(f.fork === 'curved' ? 20 : 10, 0),
    w0 + (f.fork === 'curved' ? 9 : 5),
    w0 + 3,
    chrome,
    f.build === 'lugged' ? 'metal' : f.finish,
  );
  if (f.build === 'lugged' && f.fork === 'curved') {
    // chromed tips, the classic half-chrome fork
    if (f.era === 'classic') {
      const T: Pt[] = [],
        B: Pt[] = [];
      for (let i = 5; i <= 8; i++) {
        const t = (len * i) / 8;
        T.push(along(t, o(t) + w(t) / 2));
        B.unshift(along(t, o(t) - w(t) / 2));
      }
      pen.shape(
        `${curve(T)}L${curve(B).slice(1)}Z`,
        pen.across(along(len * 0.6, 10), along(len, g.offset * 0.8), 20, tone(c.chrome, k), 'metal'),
      );
    }
  }
  const e = add(g.front, s);
  pen.shape(
    `M${at(add(e, pt(-10, -16)))}L${at(add(e, pt(6, -18)))}L${at(add(e, pt(11, 4)))}L${at(add(e, pt(3, 12)))}L${at(add(e, pt(-8, 8)))}Z`,
    tone(f.build === 'lugged' ? c.silver : col, k - 0.04),
  );
}

function suspension(pen: Pen, c: BikeColours, g: Geometry, f: Fitout, s: Pt, k: number): void {
  const dual = f.fork === 'dual',
    big = f.travelF > 130,
    o = g.offset * 0.62;
  const along = (t: number, off = o): Pt => add(add(add(g.crown, g.down, t), g.fwd, off), s);
  const len = (g.front.x - g.crown.x - g.offset * g.fwd.x) / g.down.x;
  const old = f.year < 2003,
    body = tone(old ? (c.second !== c.frame ? c.second : c.silver) : c.black, k);
  const stanchion = tone(old ? c.chrome : f.metal === 'black' && big ? c.gold : c.grey, k);
  const sw = big ? 37 : 31,
    lw = sw + 15,
    seal = len - (old ? 265 : 310) - (big ? 22 : 0);
  if (dual) {
    const top = add(add(g.htTop, g.down, -14), g.fwd, o);
    pen.tube(add(add(top, g.down, -26), s), along(seal), sw, sw, stanchion, 'metal');
  } else pen.tube(along(-8), along(seal), sw, sw, stanchion, 'metal');
  // Crown
  const cr = (t: number): void => {
    const a = add(add(g.crown, g.down, t), s);
    pen.shape(
      `M${at(add(add(a, g.fwd, -26), g.down, -14))}L${at(add(add(a, g.fwd, o + sw * 0.75), g.down, -16))}L${at(add(add(a, g.fwd, o + sw * 0.7), g.down, 18))}L${at(add(add(a, g.fwd, -22), g.down, 12))}Z`,
      pen.across(a, add(a, g.down, 10), 60, tone(c.black, k), 'gloss'),
    );
  };
  cr(dual ? 4 : 2);
  if (dual) {
    const t0 = -((g.crown.x - g.htTop.x) / g.down.x) - 16;
    cr(t0);
  }
  // Lowers, arch and dropout
  pen.tube(along(seal), along(seal + 18), lw * 0.92, lw, tone(c.grey, k), 'gloss');
  const end = along(len - 4);
  pen.tube(along(seal + 14), end, lw, lw * 0.72, body, 'gloss');
  const e = add(g.front, s);
  pen.shape(
    `M${at(add(end, g.fwd, -lw * 0.36))}L${at(add(end, g.fwd, lw * 0.34))}L${at(add(e, pt(15, -8)))}L${at(add(e, pt(8, 15)))}L${at(add(e, pt(-14, 14)))}Z`,
    tone(body, -0.04),
  );
  if (k === 0)
    pen.quiet(() => {
      const a = along(seal + 60),
        b = along(seal + 190);
      pen.tube(lerp(a, b, 0), lerp(a, b, 1), lw * 0.46, lw * 0.4, tone(body, 0.1), 'soft');
      pen.tube(lerp(a, b, 0.1), lerp(a, b, 0.62), lw * 0.2, lw * 0.2, c.mark, 'soft');
    });
  const A = along(seal + 8, o + lw * 0.4),
    B = along(seal - 34, o + lw * 0.72),
    C = along(seal + 20, o + lw * 0.95);
  pen.shape(curve([A, B, C, along(seal + 60, o + lw * 0.4)], true), tone(body, -0.02));
}
