import { wordmark } from '../ink/lettering.ts';
import type { BikeColours } from '../ink/palette.ts';
import { add, at, curve, lerp, type Pen, type Pt, perp, poly, pt, sub, tone, unit } from '../ink/pen.ts';
import type { Fitout } from './fitout.ts';
import { battery, panels } from './frame-details.ts';
import { dropout, headTube, seatCollar, type Tubes } from './frame-parts.ts';
import type { Geometry } from './geometry.ts';

/** Full suspension: front triangle, rocker, shock, swingarm. */
export function fullSus(pen: Pen, c: BikeColours, g: Geometry, f: Fitout, t: Tubes, mark: string): void {
  const fin = f.finish,
    mid = f.motor === 'mid' ? 1.35 : 1;
  const pivot = add(g.bb, pt(-14, -46)),
    horst = add(g.rear, unit(sub(g.bb, g.rear)), 52);
  const stMid = add(g.bb, g.up, 225),
    rockPivot = add(stMid, pt(24, -8)),
    rockRear = add(stMid, pt(-52, -34)),
    rockFront = add(stMid, pt(86, 8));
  const shockLow = add(g.bb, pt(118, -118)),
    seatTop = g.seatTop;
  // Swingarm, drawn near side only
  const arm = tone(c.second, 0);
  pen.tube(pivot, g.rear, 36, 22, arm, fin);
  pen.tube(rockRear, add(g.rear, pt(2, -8)), 22, 18, arm, fin);
  pen.ball(horst, 9, c.grey);
  dropout(pen, { ...c, frame: arm }, g, f);
  // Shock between rocker and down tube
  shock(pen, c, rockFront, shockLow);
  // Front triangle
  pen.tube(add(g.bb, pt(2, -10)), seatTop, t.st[0] + 4, t.st[1], c.frame, fin);
  pen.tube(g.ttHead, add(g.ttSeat, g.up, -18), t.tt[0], t.tt[1], c.frame, fin);
  pen.tube(g.dtHead, add(g.bb, pt(4, -2)), t.dt[0] * mid, t.dt[1] * mid, c.frame, fin);
  if (f.motor === 'mid') battery(pen, c, g.dtHead, g.bb, [t.dt[0] * mid, t.dt[1] * mid]);
  pen.shape(
    poly([add(g.htTop, pt(-60, 44)), add(g.htBot, pt(-50, 16)), add(g.htBot, pt(4, -14)), add(g.htTop, pt(8, 26))]),
    c.frame,
  );
  panels(pen, c, g, f, t);
  headTube(pen, c, g, f, t);
  pen.shape(
    curve(
      [
        add(g.bb, pt(-34, 8)),
        add(g.bb, pt(-30, -60)),
        add(g.bb, pt(14, -70)),
        add(g.bb, pt(46, -30)),
        add(g.bb, pt(30, 22)),
        add(g.bb, pt(-8, 30)),
      ],
      true,
    ),
    tone(c.frame, -0.03),
  );
  // Rocker
  pen.shape(
    curve(
      [
        add(rockRear, pt(-10, -4)),
        add(rockPivot, pt(-4, -24)),
        add(rockFront, pt(10, -8)),
        add(rockFront, pt(4, 12)),
        add(rockPivot, pt(2, 20)),
        add(rockRear, pt(-4, 12)),
      ],
      true,
    ),
    c.second === c.frame ? c.black : tone(c.second, -0.12),
  );
  for (const p of [rockRear, rockPivot, rockFront, pivot]) pen.ball(p, 9, c.steel);
  wordmark(
    pen,
    lerp(g.dtHead, g.bb, 0.74),
    lerp(g.dtHead, g.bb, 0.16),
    Math.min(36, t.dt[0] * 0.52) * (mid > 1 ? 0.9 : 1),
    c.mark,
    mark,
    true,
  );
  seatCollar(pen, c, g, f, t);
}

function shock(pen: Pen, c: BikeColours, a: Pt, b: Pt, coil: string | null = null): void {
  const m = lerp(a, b, 0.46);
  pen.tube(a, b, 13, 13, c.steel, 'metal');
  if (coil) {
    for (let i = 0; i < 8; i++) {
      const p = lerp(a, b, 0.14 + i * 0.09),
        q = lerp(a, b, 0.14 + i * 0.09 + 0.05),
        nr = perp(unit(sub(b, a)));
      pen.line(`M${at(add(p, nr, 24))}L${at(add(q, nr, -24))}`, 8, coil, 'stroke-linecap="round"');
    }
    pen.tube(lerp(a, b, 0.08), lerp(a, b, 0.14), 50, 50, c.black);
    pen.tube(lerp(a, b, 0.86), lerp(a, b, 0.92), 50, 50, c.black);
  } else {
    pen.tube(lerp(a, b, 0.12), m, 20, 20, c.gold, 'metal');
    pen.tube(m, lerp(a, b, 0.9), 40, 40, c.black, 'gloss');
    const nr = perp(unit(sub(b, a)));
    pen.tube(add(lerp(a, b, 0.55), nr, 26), add(lerp(a, b, 0.86), nr, 26), 20, 20, c.grey, 'gloss');
  }
  pen.ball(a, 9, c.steel);
  pen.ball(b, 9, c.steel);
}
