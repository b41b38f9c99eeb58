import { wordmark } from '../ink/lettering.ts';
import type { BikeColours } from '../ink/palette.ts';
import { add, curve, dist, lerp, type Pen, type Pt, pt, sub, tone, unit } from '../ink/pen.ts';
import type { Fitout } from './fitout.ts';
import { battery } from './frame-details.ts';
import { bbShell, headTube, seatCollar, type Tubes } from './frame-parts.ts';
import type { Geometry } from './geometry.ts';

/** Step-through, mixte, cruiser and small-wheel frames. */
export function lowFrame(
  pen: Pen,
  c: BikeColours,
  g: Geometry,
  f: Fitout,
  t: Tubes,
  dtW: [number, number],
  mark: string,
): void {
  const fin = f.finish,
    on = (k: number): Pt => lerp(g.bb, g.seatTop, k),
    high = add(g.htTop, g.down, 26),
    low = g.dtHead;
  if (f.style === 'mini') {
    const beam = lerp(g.bb, g.seatTop, 0.3);
    pen.tube(g.bb, g.seatTop, t.st[0] + 4, t.st[1] + 4, c.frame, fin);
    pen.tube(add(low, g.down, -8), beam, t.dt[0] * 1.12, t.dt[1] * 1.18, c.frame, fin);
    pen.tube(lerp(low, beam, 0.62), add(g.bb, pt(6, -6)), 30, 34, c.frame, fin);
    headTube(pen, c, g, f, t);
    bbShell(pen, c, g, 44);
    const hinge = lerp(low, beam, 0.46),
      u = unit(sub(beam, low));
    pen.tube(add(hinge, u, -13), add(hinge, u, 13), t.dt[0] * 1.3, t.dt[0] * 1.3, c.black, 'gloss');
    wordmark(pen, lerp(low, beam, 0.4), lerp(low, beam, 0.06), 20, c.mark, mark, false);
  } else if (f.style === 'step') {
    pen.tube(g.bb, g.seatTop, t.st[0] + 2, t.st[1] + 2, c.frame, fin);
    const swoop = curve([
      low,
      add(lerp(low, g.bb, 0.34), pt(-18, 8)),
      add(lerp(low, g.bb, 0.7), pt(-26, 20)),
      add(g.bb, pt(4, -2)),
    ]);
    const swoop2 = curve([
      add(high, g.down, 4),
      add(lerp(high, on(0.42), 0.3), pt(-2, 62)),
      add(lerp(high, on(0.42), 0.66), pt(0, 66)),
      on(0.36),
    ]);
    pen.pipe(swoop, dtW[0] * 0.98, c.frame, { cap: 'butt' });
    if (f.motor === 'mid')
      battery(pen, c, add(lerp(low, g.bb, 0.12), pt(-12, 6)), add(lerp(low, g.bb, 0.86), pt(-20, 16)), [
        dtW[0] * 0.95,
        dtW[1],
      ]);
    if (dist(low, high) > 40 && f.motor !== 'mid') pen.pipe(swoop2, t.tt[0] * 0.9, c.frame, { cap: 'butt' });
    headTube(pen, c, g, f, t);
    bbShell(pen, c, g, 44);
    seatCollar(pen, c, g, f, t);
    if (f.motor !== 'mid')
      wordmark(
        pen,
        add(lerp(low, g.bb, 0.62), pt(-24, 16)),
        add(lerp(low, g.bb, 0.3), pt(-16, 7)),
        16,
        c.mark,
        mark,
        false,
      );
  } else if (f.style === 'mixte') {
    pen.tube(g.bb, g.seatTop, t.st[0], t.st[1], c.frame, fin);
    pen.tube(add(high, g.down, 4), lerp(g.rear, on(0.5), 0.99), 17, 16, tone(c.frame, -0.12), fin);
    pen.tube(low, g.bb, dtW[0], dtW[1], c.frame, fin);
    const cross = add(high, g.down, 4),
      end = add(g.rear, pt(8, -6));
    pen.tube(cross, end, 19, 15, c.frame, fin);
    if (f.motor === 'mid') battery(pen, c, low, g.bb, dtW);
    headTube(pen, c, g, f, t);
    bbShell(pen, c, g, 44);
    seatCollar(pen, c, g, f, t);
    wordmark(pen, lerp(low, g.bb, 0.7), lerp(low, g.bb, 0.26), Math.min(22, t.dt[0] * 0.5), c.mark, mark, false);
  } else {
    pen.tube(g.bb, g.seatTop, t.st[0] + 2, t.st[1] + 2, c.frame, fin);
    const sTop = add(g.seatTop, g.up, -22),
      tt = curve([high, add(lerp(high, sTop, 0.35), pt(0, -14)), add(lerp(high, sTop, 0.72), pt(0, 2)), sTop]);
    pen.pipe(
      curve([low, add(lerp(low, g.bb, 0.34), pt(14, -16)), add(lerp(low, g.bb, 0.72), pt(8, 8)), g.bb]),
      dtW[0] * 0.9,
      c.frame,
      { cap: 'butt' },
    );
    pen.pipe(
      curve([
        add(high, g.down, 34),
        add(lerp(high, sTop, 0.35), pt(0, 22)),
        add(lerp(high, on(0.6), 0.72), pt(0, 8)),
        on(0.68),
      ]),
      20,
      c.frame,
      { cap: 'butt' },
    );
    pen.pipe(tt, t.tt[0], c.frame, { cap: 'butt' });
    headTube(pen, c, g, f, t);
    bbShell(pen, c, g, 44);
    seatCollar(pen, c, g, f, t);
    wordmark(
      pen,
      add(lerp(high, sTop, 0.62), pt(0, -2)),
      add(lerp(high, sTop, 0.3), pt(0, -12)),
      14,
      c.mark,
      mark,
      false,
    );
  }
}
