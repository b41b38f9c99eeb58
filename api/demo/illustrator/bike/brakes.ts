// Rim brakes and disc calipers.

import type { BikeColours } from '../ink/palette.ts';
import { add, arc, at, curve, type Pen, type Pt, polar, pt, tone } from '../ink/pen.ts';
import type { Fitout } from './fitout.ts';
import { stayTop } from './frame.ts';
import type { Geometry } from './geometry.ts';

export function rimBrakes(pen: Pen, c: BikeColours, g: Geometry, f: Fitout): void {
  const metal = f.metal === 'silver' || f.era === 'classic' ? c.silver : c.black;
  if (f.brake === 'caliper' || f.brake === 'centerpull') {
    caliper(pen, c, add(add(g.crown, g.fwd, f.style === 'tri' ? 30 : 17), g.down, 2), g.front, g.frontBsd, 1, metal, f);
    if (f.drive.fixed && f.year > 1995) return; // a front brake alone
    const top = stayTop(g, f),
      d = Math.hypot(top.x - g.rear.x, top.y - g.rear.y),
      k = Math.min(0.9, (g.rearR + 14) / d);
    caliper(
      pen,
      c,
      pt(g.rear.x + (top.x - g.rear.x) * k - 8, g.rear.y + (top.y - g.rear.y) * k),
      g.rear,
      g.rearBsd,
      -1,
      metal,
      f,
    );
  } else if (f.brake === 'canti' || f.brake === 'vbrake') {
    const v = f.brake === 'vbrake';
    const bladeX = (t: number): Pt => add(add(g.crown, g.down, t), g.fwd, 6);
    const rim = g.frontBsd / 2 - 12;
    const F = bladeX(Math.max(26, (g.front.y - g.crown.y - rim) / g.down.y));
    arm(pen, c, F, add(F, pt(v ? 14 : 34, v ? -92 : -46)), metal, add(F, pt(8, 6)));
    const top = stayTop(g, f),
      d = Math.hypot(top.x - g.rear.x, top.y - g.rear.y),
      k = (g.rearBsd / 2 - 14) / d,
      B = pt(g.rear.x + (top.x - g.rear.x) * k, g.rear.y + (top.y - g.rear.y) * k);
    arm(pen, c, B, add(B, pt(v ? 18 : -30, v ? -92 : -52)), metal, add(B, pt(-8, 4)));
  }
}

function arm(pen: Pen, c: BikeColours, p: Pt, tip: Pt, metal: string, pad: Pt): void {
  pen.tube(p, tip, 15, 9, metal, 'gloss');
  pen.ball(p, 9, c.steel);
  pen.shape(`M${at(add(pad, pt(-24, -6)))}h48q4 6 0 12h-48q-4 -6 0 -12z`, c.black);
  pen.ball(tip, 6, c.steel);
}

/** Side view of a caliper: bolt at the bridge, arms reaching down past the tyre, pad along the rim. */
function caliper(pen: Pen, c: BikeColours, p: Pt, axle: Pt, bsd: number, s: 1 | -1, metal: string, f: Fitout): void {
  const a = (Math.atan2(p.y - axle.y, p.x - axle.x) * 180) / Math.PI,
    rim = bsd / 2 + 1;
  const q = (rad: number, deg: number): Pt => polar(axle, rad, a + deg * s);
  const R = Math.hypot(p.x - axle.x, p.y - axle.y),
    pad = q(rim, 3.2);
  pen.line(
    curve([q(R - 2, -0.6), q(R + 9, 3), q(R - 2, 6.2), q(rim + 12, 5.4), pad]),
    13,
    tone(metal, -0.1),
    'stroke-linecap="round" stroke-linejoin="round"',
  );
  pen.line(
    curve([q(R - 2, 0.4), q(R + 6, 3), q(R - 4, 5.4), q(rim + 12, 4.8), pad]),
    7,
    metal,
    'stroke-linecap="round"',
  );
  pen.quiet(() =>
    pen.line(
      curve([q(R, 1), q(R + 8, 3.2), q(R - 2, 5.8)]),
      2.4,
      tone(metal, 0.16),
      'stroke-linecap="round" stroke-opacity=".8"',
    ),
  );
  pen.line(arc(axle, rim, a + (s > 0 ? -1.4 : -7.6), a + (s > 0 ? 7.6 : 1.4)), 9, c.black, 'stroke-linecap="round"');
  pen.ball(q(R, 0.4), 7.5, c.steel);
  if (f.brake === 'centerpull') {
    pen.line(`M${at(q(R + 6, 2))}L${at(q(R + 52, 0))}`, 2.6, c.steel);
    pen.dot(q(R + 50, 0), 5, c.silver);
  } else pen.line(`M${at(q(R + 8, 3))}L${at(q(R + 34, 1.6))}`, 4.5, c.grey, 'stroke-linecap="round"');
}

/** Disc caliper on the left leg or stay. */
export function discCaliper(pen: Pen, c: BikeColours, axle: Pt, r: number, deg: number): void {
  const p = polar(axle, r - 8, deg),
    a = deg + 90;
  const d1 = polar(p, 27, a),
    d2 = polar(p, -27, a);
  pen.tube(d1, d2, 26, 22, c.black, 'gloss');
  pen.quiet(() => {
    pen.tube(polar(p, 17, a), polar(p, -17, a), 10, 10, tone(c.grey, 0.04), 'gloss');
    pen.dot(d1, 4, c.silver);
    pen.dot(d2, 4, c.silver);
  });
}
