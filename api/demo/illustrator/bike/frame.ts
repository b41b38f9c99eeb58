import { wordmark } from '../ink/lettering.ts';
import type { BikeColours } from '../ink/palette.ts';
import { add, dist, lerp, type Pen, type Pt, pt, sub, tone, unit } from '../ink/pen.ts';
import type { Fitout } from './fitout.ts';
import { battery, lugs, panels } from './frame-details.ts';
import { lowFrame } from './frame-low.ts';
import { bbShell, dropout, headTube, seatCollar, type Tubes } from './frame-parts.ts';
import { fullSus } from './frame-suspended.ts';
import { triFrame } from './frame-tri.ts';
import type { Geometry } from './geometry.ts';

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
