import type { BikeColours } from '../ink/palette.ts';
import { add, at, curve, lerp, type Pen, perp, polar, poly, pt, sub, tone, unit } from '../ink/pen.ts';
import { radiusOf } from './chain.ts';
import type { Chainline } from './chainline.ts';
import type { Fitout } from './fitout.ts';
import type { Geometry } from './geometry.ts';

export function rearDerailleur(pen: Pen, c: BikeColours, g: Geometry, f: Fitout, line: Chainline): void {
  if (!line.guide || !line.tension) return;
  const body = f.metal === 'silver' ? c.silver : c.black,
    G = line.guide,
    T = line.tension,
    bolt = add(g.rear, pt(9, 27));
  pen.tube(g.rear, bolt, 15, 16, f.build === 'lugged' ? c.silver : c.grey, 'soft');
  // Cage behind, pulleys, cage in front
  for (const p of [G, T]) {
    pen.dot(p, 19, tone(c.grey, -0.06));
    pen.quiet(() => {
      pen.ring(p, 19.5, 4, c.grey, 'stroke-dasharray="5 5.2"');
      pen.dot(p, 6, c.silver);
      pen.dot(p, 2.6, c.dark);
    });
  }
  const nr = perp(unit(sub(T, G)));
  const cage = `M${at(add(G, nr, 9))}L${at(add(T, nr, 8))}A8 8 0 0 1 ${at(add(T, nr, -8))}L${at(add(G, nr, -9))}A9 9 0 0 1 ${at(add(G, nr, 9))}Z`;
  pen.shape(cage, pen.across(G, T, 18, body, 'gloss'), 'fill-rule="evenodd"');
  pen.quiet(() => {
    pen.dot(G, 4, c.silver);
    pen.dot(T, 4, c.silver);
    pen.line(
      `M${at(lerp(G, T, 0.32))}L${at(lerp(G, T, 0.68))}`,
      6,
      tone(c.dark, 0.02),
      'stroke-linecap="round" stroke-opacity=".8"',
    );
  });
  // Parallelogram and knuckles
  const k2 = add(G, pt(-4, -4)),
    k1 = add(bolt, pt(-3, 7));
  pen.shape(
    curve(
      [
        add(k1, pt(-14, -7)),
        add(k1, pt(10, -10)),
        add(lerp(k1, k2, 0.5), pt(18, 0)),
        add(k2, pt(15, 2)),
        add(k2, pt(-8, 14)),
        add(lerp(k1, k2, 0.5), pt(-20, 4)),
      ],
      true,
    ),
    tone(body, 0.02),
  );
  pen.quiet(() => {
    pen.line(
      curve([add(k1, pt(-6, -2)), add(lerp(k1, k2, 0.5), pt(-9, 2)), add(k2, pt(-4, 5))]),
      6,
      tone(body, 0.17),
      'stroke-linecap="round" stroke-opacity=".8"',
    );
  });
  pen.ball(bolt, 9, c.steel);
  pen.ball(k2, 8, body);
}

export function frontDerailleur(pen: Pen, c: BikeColours, g: Geometry, f: Fitout): void {
  if (f.drive.rings.length < 2 || f.drive.kind !== 'derailleur') return;
  const R = radiusOf(f.drive.rings[0]),
    base = add(g.bb, g.up, R + 34),
    metal = f.metal === 'silver' ? c.silver : c.grey;
  const A = polar(g.bb, R + 13, -116),
    B = polar(g.bb, R + 11, -72);
  pen.shape(
    `M${at(A)}Q${at(polar(g.bb, R + 14, -96))} ${at(B)}L${at(add(B, pt(3, 10)))}Q${at(polar(g.bb, R - 10, -96))} ${at(add(A, pt(-22, 34)))}L${at(add(A, pt(-28, 26)))}Z`,
    pen.across(A, B, 30, metal, 'gloss'),
  );
  pen.shape(
    poly([add(base, pt(-8, -16)), add(base, pt(20, -12)), add(base, pt(24, 12)), add(base, pt(-4, 18))]),
    tone(metal, -0.05),
  );
  pen.ball(add(base, pt(12, 0)), 7, c.steel);
}
