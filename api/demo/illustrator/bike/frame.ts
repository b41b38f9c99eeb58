import { wordmark } from '../ink/lettering.ts';
import type { BikeColours } from '../ink/palette.ts';
import { add, at, dist, lerp, n, Pen, type Pt, poly, pt, sub, tone, unit } from '../ink/pen.ts';
import type { Fitout } from './fitout.ts';
import { battery, lugs, panels } from './frame-details.ts';
import { lowFrame } from './frame-low.ts';
import { fullSus } from './frame-suspended.ts';
import { triFrame } from './frame-tri.ts';
import type { Geometry } from './geometry.ts';

export type Tubes = {
  dt: [number, number];
  tt: [number, number];
  st: [number, number];
  ht: [number, number];
  cs: [number, number];
  ss: [number, number];
};

export function tubes(f: Fitout, mtb: boolean): Tubes {
  switch (f.build) {
    case 'lugged':
      return { dt: [30, 30], tt: [27, 27], st: [30, 30], ht: [34, 34], cs: [24, 14], ss: [15, 12] };
    case 'slim':
      return { dt: [36, 36], tt: [31, 31], st: [31, 31], ht: [40, 40], cs: [25, 15], ss: [17, 14] };
    case 'ti':
      return { dt: [42, 40], tt: [36, 34], st: [34, 34], ht: [46, 46], cs: [25, 18], ss: [18, 15] };
    case 'wood':
      return { dt: [42, 42], tt: [38, 38], st: [38, 38], ht: [46, 46], cs: [26, 22], ss: [22, 18] };
    case 'carbon':
      return mtb
        ? { dt: [68, 60], tt: [48, 38], st: [40, 38], ht: [52, 60], cs: [34, 24], ss: [24, 18] }
        : { dt: [58, 52], tt: [43, 33], st: [36, 32], ht: [46, 54], cs: [34, 20], ss: [20, 16] };
    default:
      return mtb
        ? { dt: [56, 50], tt: [42, 36], st: [36, 36], ht: [48, 54], cs: [28, 22], ss: [22, 18] }
        : { dt: [50, 46], tt: [38, 34], st: [34, 33], ht: [44, 50], cs: [28, 20], ss: [20, 16] };
  }
}

const fat = (f: Fitout): number => (f.motor === 'mid' ? 1.35 : 1);

/** Stays on the far side, darker and a touch offset. */
export function farStays(pen: Pen, c: BikeColours, g: Geometry, f: Fitout, t: Tubes): void {
  if (f.style === 'fullsus') return;
  const dark = tone(c.frame, -0.17),
    s = pt(3, -4);
  pen.quiet(() => {
    pen.tube(add(g.bb, pt(-12, 0)), add(g.rear, s), t.cs[0] * 0.9, t.cs[1], dark, 'soft');
    pen.tube(add(stayTop(g, f), s), add(g.rear, s), t.ss[0], t.ss[1], dark, 'soft');
  });
}

export function stayTop(g: Geometry, f: Fitout): Pt {
  if (f.style === 'tri') return add(g.bb, g.up, dist(g.bb, g.ttSeat) - 90);
  if (f.style === 'mini') return add(g.bb, g.up, dist(g.bb, g.seatTop) * 0.62);
  if (f.build === 'carbon' && f.style === 'diamond' && f.year > 2014) return add(g.ttSeat, g.up, -52);
  return add(g.ttSeat, g.up, f.build === 'lugged' ? 4 : -14);
}

export function nearStays(pen: Pen, c: BikeColours, g: Geometry, f: Fitout, t: Tubes): void {
  if (f.style === 'fullsus') return;
  const top = stayTop(g, f),
    fin = f.finish;
  pen.tube(add(g.bb, unit(sub(g.rear, g.bb)), 14), g.rear, t.cs[0], t.cs[1], c.frame, fin);
  const inTop = f.build === 'carbon' || f.build === 'alloy' ? lerp(top, g.rear, 0.02) : lerp(top, g.rear, 0.015);
  pen.tube(inTop, g.rear, t.ss[0], t.ss[1], c.frame, fin);
  dropout(pen, c, g, f);
}

export function dropout(pen: Pen, c: BikeColours, g: Geometry, f: Fitout): void {
  const r = g.rear,
    metal = f.build === 'lugged' || f.build === 'ti' || f.build === 'slim' ? c.silver : c.frame;
  const trackEnd = f.drive.kind === 'single' || f.drive.kind === 'belt' || f.drive.kind === 'hub';
  if (trackEnd)
    pen.shape(
      poly([add(r, pt(30, -14)), add(r, pt(-24, -12)), add(r, pt(-30, 0)), add(r, pt(-24, 12)), add(r, pt(28, 10))]),
      tone(metal, -0.04),
    );
  else
    pen.shape(
      `M${at(add(r, pt(26, -12)))}L${at(add(r, pt(8, -28)))}Q${at(add(r, pt(-16, -14)))} ${at(add(r, pt(-13, 6)))}L${at(add(r, pt(0, 26)))}L${at(add(r, pt(14, 20)))}L${at(add(r, pt(28, 8)))}Z`,
      tone(metal, -0.04),
    );
}

/** Front triangle. */
export function mainFrame(pen: Pen, c: BikeColours, g: Geometry, f: Fitout, t: Tubes, mark: string): void {
  const fin = f.finish,
    k = fat(f);
  if (f.style === 'fullsus') {
    fullSus(pen, c, g, f, t, mark);
    return;
  }
  const dtW: [number, number] = [t.dt[0] * (f.motor === 'mid' ? 1.5 : 1), t.dt[1] * (f.motor === 'mid' ? 1.42 : 1)];
  if (f.style === 'tri') {
    triFrame(pen, c, g, f, mark);
    return;
  }
  if (f.style === 'step' || f.style === 'mixte' || f.style === 'cruiser' || f.style === 'mini') {
    lowFrame(pen, c, g, f, t, dtW, mark);
    return;
  }
  // Seat tube, top tube, down tube, head tube
  pen.tube(g.bb, g.seatTop, t.st[0], t.st[1], c.frame, fin);
  pen.tube(g.ttHead, g.ttSeat, t.tt[0], t.tt[1], c.frame, fin);
  pen.tube(g.dtHead, g.bb, dtW[0], dtW[1], c.frame, fin);
  if (f.motor === 'mid') battery(pen, c, g.dtHead, g.bb, dtW);
  panels(pen, c, g, f, t);
  headTube(pen, c, g, f, t);
  wordmark(
    pen,
    lerp(g.dtHead, g.bb, 0.72),
    lerp(g.dtHead, g.bb, 0.2),
    Math.min(30, t.dt[0] * 0.5) * k,
    c.mark,
    mark,
    t.dt[0] > 40,
  );
  bbShell(pen, c, g, t.dt[1]);
  if (f.build === 'lugged') lugs(pen, c, g, t);
  seatCollar(pen, c, g, f, t);
}

export function seatCollar(pen: Pen, c: BikeColours, g: Geometry, f: Fitout, t: Tubes): void {
  if (f.build === 'lugged') {
    pen.ball(add(g.seatTop, g.up, -8), 5, c.silver);
    return;
  }
  pen.tube(
    add(g.seatTop, g.up, -13),
    add(g.seatTop, g.up, 3),
    t.st[1] + 5,
    t.st[1] + 5,
    f.metal === 'silver' ? c.silver : c.black,
    'gloss',
  );
}

export function bbShell(pen: Pen, c: BikeColours, g: Geometry, w: number): void {
  pen.dot(g.bb, Math.max(22, w * 0.52), tone(c.frame, -0.05));
}

export function headTube(pen: Pen, c: BikeColours, g: Geometry, f: Fitout, t: Tubes): void {
  const w0 = t.ht[0],
    w1 = t.ht[1];
  pen.tube(g.htTop, g.htBot, w0, w1, c.frame, f.finish);
  const cup = f.metal === 'silver' ? c.silver : c.black;
  pen.tube(add(g.htTop, g.down, -11), g.htTop, w0 * 0.82, w0 + 3, cup, 'gloss');
  pen.tube(g.htBot, add(g.htBot, g.down, 9), w1 + 3, w1 * 0.85, cup, 'gloss');
  pen.quiet(() => {
    // the head badge, seen edge-on
    const m = add(lerp(g.htTop, g.htBot, 0.42), g.fwd, w0 * 0.46);
    pen.raw(
      `<ellipse cx="${n(m.x)}" cy="${n(m.y)}" rx="3.2" ry="15" transform="rotate(${n(Math.atan2(g.down.y, g.down.x) * 57.3 - 90)} ${at(m)})" fill="${f.metal === 'silver' ? c.chrome : c.gold}"/>`,
    );
  });
}
