import type { BikeColours } from '../ink/palette.ts';
import { add, arc, at, dist, lerp, n, type Pen, type Pt, perp, polar, poly, pt, sub, tone, unit } from '../ink/pen.ts';
import { itemAt } from '../item-at.ts';
import type { Fitout } from './fitout.ts';
import type { Geometry } from './geometry.ts';
import { roundBox } from './luggage.ts';

export function fenders(pen: Pen, c: BikeColours, g: Geometry, f: Fitout): void {
  if (f.fenders === 'none') return;
  const col = f.fenders === 'metal' ? c.chrome : f.fenders === 'frame' ? c.frame : c.black,
    k = f.fenders === 'metal' ? 0.12 : 0.16;
  const R = g.rearR + 13,
    F = g.frontR + 13,
    stay = f.fenders === 'black' ? c.grey : c.silver;
  pen.pipe(arc(g.rear, R, -196, -22), 13, col, { cap: 'butt', shine: k });
  const fa = (Math.atan2(g.crown.y - g.front.y, g.crown.x - g.front.x) * 180) / Math.PI;
  pen.pipe(arc(g.front, F, -218, fa + 28), 13, col, { cap: 'butt', shine: k });
  pen.quiet(() => {
    for (const a of [-178, -140]) pen.line(`M${at(g.rear)}L${at(polar(g.rear, R, a))}`, 3, stay);
    for (const a of [-200, -172]) pen.line(`M${at(g.front)}L${at(polar(g.front, F, a))}`, 3, stay);
    if (f.fenders !== 'metal') return;
    pen.line(arc(g.rear, R + 5, -150, -70), 1.6, tone(col, 0.1));
  });
  pen.shape(
    `M${at(polar(g.front, F + 5, -219))}L${at(polar(g.front, F - 7, -219))}L${at(polar(g.front, F - 8, -232))}L${at(polar(g.front, F + 9, -232))}Z`,
    f.saddleColour === 'leather' ? c.leather : c.black,
  );
}

export function lights(pen: Pen, c: BikeColours, g: Geometry, f: Fitout): void {
  if (!f.lights) return;
  const p = f.basket !== 'none' ? add(g.crown, pt(62, -6)) : add(add(g.crown, g.fwd, 56), g.down, -24);
  pen.line(`M${at(add(g.crown, pt(6, -4)))}L${at(p)}`, 7, c.steel);
  pen.shape(
    `M${at(add(p, pt(-20, -16)))}Q${at(add(p, pt(-38, 0)))} ${at(add(p, pt(-20, 18)))}L${at(add(p, pt(20, 26)))}V${n(p.y - 24)}Z`,
    f.metal === 'silver' ? c.chrome : c.black,
  );
  pen.shape(`M${at(add(p, pt(20, -24)))}Q${at(add(p, pt(32, 0)))} ${at(add(p, pt(20, 26)))}Z`, tone(c.glass, 0.06));
  if (!f.rearRack) {
    const r = lerp(g.seatTop, g.postTop, 0.3);
    pen.shape(roundBox(add(r, pt(-38, -22)), add(r, pt(-12, 22)), 7), c.red);
  }
}

export function bottles(pen: Pen, c: BikeColours, g: Geometry, f: Fitout, seed: number): void {
  if (!f.bottles || f.style === 'mini' || f.style === 'step' || f.style === 'cruiser' || f.framebag) return;
  const dl = dist(g.bb, g.dtHead),
    dtA = lerp(g.bb, g.dtHead, 172 / dl),
    dtB = lerp(g.bb, g.dtHead, 372 / dl);
  const w = f.motor === 'mid' ? 46 : f.build === 'carbon' ? 30 : f.build === 'alloy' ? 26 : 17;
  if (f.style === 'fullsus') {
    bottle(pen, c, lerp(g.bb, g.dtHead, 0.44), lerp(g.bb, g.dtHead, 0.72), w + 6, seed, f);
    return;
  }
  if (f.style !== 'tri') bottle(pen, c, dtA, dtB, w, seed, f);
  if (f.bottles > 1 && f.style !== 'mixte') {
    const room = dist(g.bb, g.ttSeat);
    if (room > 430)
      bottle(
        pen,
        c,
        lerp(g.bb, g.ttSeat, 150 / room),
        lerp(g.bb, g.ttSeat, 338 / room),
        f.style === 'tri' ? 30 : 17,
        seed + 1,
        f,
        -1,
      );
  }
}

function bottle(pen: Pen, c: BikeColours, a: Pt, b: Pt, off: number, seed: number, f: Fitout, side = 1): void {
  const u = unit(sub(b, a));
  let nr = perp(u);
  if (side > 0 ? nr.y > 0 : nr.x < 0) nr = pt(-nr.x, -nr.y);
  const q = (x: number, y: number): Pt => add(add(a, u, x), nr, off + 38 + y),
    L = dist(a, b);
  const col =
    f.metal === 'silver' && f.build === 'lugged'
      ? c.silver
      : itemAt([c.chrome, c.black, c.accent, tone(c.frame, 0.08), c.glass], seed % 5);
  const W = 34;
  const d = `M${at(q(4, -W))}Q${at(q(-2, -W))} ${at(q(-2, -W + 8))}L${at(q(-2, W - 8))}Q${at(q(-2, W))} ${at(q(4, W))}L${at(q(L * 0.52, W))}Q${at(q(L * 0.57, W - 6))} ${at(q(L * 0.62, W))}L${at(q(L * 0.74, W))}Q${at(q(L * 0.84, W - 2))} ${at(q(L * 0.86, 20))}L${at(q(L * 0.86, -20))}Q${at(q(L * 0.84, -W + 2))} ${at(q(L * 0.74, -W))}L${at(q(L * 0.62, -W))}Q${at(q(L * 0.57, -W + 6))} ${at(q(L * 0.52, -W))}Z`;
  pen.shape(d, pen.across(q(0, 0), q(L, 0), W * 2, col, 'gloss'));
  pen.shape(poly([q(L * 0.86, -24), q(L * 0.93, -20), q(L * 0.93, 20), q(L * 0.86, 24)]), c.black);
  pen.shape(poly([q(L * 0.93, -8), q(L, -6), q(L, 6), q(L * 0.93, 8)]), c.grey);
  const cage = f.metal === 'silver' ? c.silver : tone(c.black, 0.05);
  pen.line(
    `M${at(q(-6, -W))}L${at(q(-6, W))}M${at(q(-6, W))}C${at(q(40, W + 3))} ${at(q(70, 20))} ${at(q(L * 0.57, -W * 0.9))}M${at(q(L * 0.56, W + 1))}L${at(q(L * 0.56, -W))}`,
    5,
    cage,
    'stroke-linecap="round"',
  );
}

export function kickstand(pen: Pen, c: BikeColours, g: Geometry, f: Fitout): void {
  if (!f.kickstand) return;
  const a = lerp(g.bb, g.rear, 0.28),
    b = pt(a.x - 66, g.ground - 2);
  pen.tube(a, b, 15, 12, c.steel, 'metal');
  pen.line(`M${n(b.x - 18)} ${n(b.y)}h30`, 9, c.black, 'stroke-linecap="round"');
}
