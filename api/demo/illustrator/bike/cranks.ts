import type { BikeColours } from '../ink/palette.ts';
import { add, at, curve, lerp, type Pen, type Pt, perp, polar, poly, pt, sub, tone, unit } from '../ink/pen.ts';
import { radiusOf, sprocket } from './chain.ts';
import { CRANK } from './chainline.ts';
import type { Fitout } from './fitout.ts';
import type { Geometry } from './geometry.ts';

export function chainrings(pen: Pen, c: BikeColours, g: Geometry, f: Fitout): void {
  const metal = f.metal === 'silver' ? c.silver : c.black;
  if (f.drive.kind === 'shaft') {
    pen.tube(g.bb, g.rear, 34, 28, c.grey, 'gloss');
    pen.ball(g.bb, 44, c.grey);
    return;
  }
  [...f.drive.rings].reverse().forEach((t, i, all) => {
    const last = i === all.length - 1;
    sprocket(pen, g.bb, t, last ? 13 : 11, last ? (f.drive.kind === 'belt' ? c.grey : metal) : tone(c.steel, -0.06));
  });
  const R = radiusOf(f.drive.rings[0]),
    arms = f.era === 'modern' && f.metal === 'black' && f.drive.rings.length < 3 ? 4 : 5;
  for (let i = 0; i < arms; i++) {
    const a = f.crankAngle + (360 / arms) * (i + 0.5),
      q = polar(g.bb, R - 13, a);
    pen.tube(polar(g.bb, 10, a), q, 26, 14, tone(metal, -0.02), f.metal === 'silver' ? 'metal' : 'gloss');
    pen.quiet(() => {
      pen.dot(q, 6, tone(metal, -0.08));
      pen.dot(q, 3, f.metal === 'silver' ? c.steel : c.silver);
    });
  }
  pen.dot(g.bb, 26, metal);
}

export function crank(pen: Pen, c: BikeColours, g: Geometry, f: Fitout, near: boolean): void {
  const a = f.crankAngle + (near ? 0 : 180),
    end = polar(g.bb, CRANK, a),
    k = near ? 0 : -0.15;
  const metal = tone(f.metal === 'silver' ? c.silver : c.black, k);
  const u = unit(sub(end, g.bb)),
    nr = perp(u),
    w0 = f.era === 'classic' ? 14 : 19,
    w1 = f.era === 'classic' ? 10.5 : 12.5;
  const d = `M${at(add(g.bb, nr, w0))}L${at(add(end, nr, w1))}A${w1} ${w1} 0 0 1 ${at(add(end, nr, -w1))}L${at(add(g.bb, nr, -w0))}A${w0} ${w0} 0 0 1 ${at(add(g.bb, nr, w0))}Z`;
  pen.shape(
    d,
    pen.across(g.bb, end, w0 * 2, metal, f.metal === 'silver' ? 'metal' : 'gloss'),
    `stroke="${tone(metal, -0.22)}" stroke-width=".8" stroke-opacity=".6"`,
  );
  pen.quiet(() => {
    if (near) {
      pen.dot(g.bb, 13, tone(metal, -0.14));
      pen.dot(g.bb, 9, f.metal === 'silver' ? c.chrome : c.steel);
      pen.dot(g.bb, 4, c.dark);
    }
    if (near && f.era !== 'classic')
      pen.line(
        `M${at(lerp(g.bb, end, 0.3))}L${at(lerp(g.bb, end, 0.72))}`,
        5,
        tone(metal, 0.16),
        'stroke-opacity=".6" stroke-linecap="round"',
      );
    pen.dot(end, 6.5, tone(c.steel, k));
  });
  pedal(pen, c, end, f, k);
}

function pedal(pen: Pen, c: BikeColours, p: Pt, f: Fitout, k: number): void {
  const steel = tone(c.steel, k),
    dark = tone(c.black, k);
  if (f.pedal === 'flat') {
    pen.shape(
      `M${at(add(p, pt(-52, -7)))}Q${at(add(p, pt(0, -12)))} ${at(add(p, pt(52, -7)))}L${at(add(p, pt(54, 7)))}Q${at(add(p, pt(0, 12)))} ${at(add(p, pt(-54, 7)))}Z`,
      dark,
    );
    pen.quiet(() => {
      for (const x of [-44, -22, 22, 44]) {
        pen.line(`M${at(add(p, pt(x, -14)))}V${(p.y + 14).toFixed(1)}`, 2.4, steel);
      }
      pen.line(`M${at(add(p, pt(-46, -5)))}L${at(add(p, pt(46, -5)))}`, 2, tone(dark, 0.2));
    });
  } else if (f.pedal === 'city') {
    pen.shape(poly([add(p, pt(-46, -13)), add(p, pt(46, -13)), add(p, pt(46, 13)), add(p, pt(-46, 13))]), dark);
    pen.quiet(() => {
      pen.shape(
        poly([add(p, pt(-40, -5)), add(p, pt(-18, -5)), add(p, pt(-18, 6)), add(p, pt(-40, 6))]),
        tone(c.amber, k),
      );
      pen.shape(poly([add(p, pt(18, -5)), add(p, pt(40, -5)), add(p, pt(40, 6)), add(p, pt(18, 6))]), tone(c.amber, k));
      pen.line(`M${at(add(p, pt(-44, -12)))}L${at(add(p, pt(44, -12)))}`, 2, tone(dark, 0.2));
    });
  } else if (f.pedal === 'clips') {
    const strap = tone(f.saddleColour === 'leather' ? c.leather : c.black, k);
    pen.shape(`M${at(add(p, pt(-30, -36)))}L${at(add(p, pt(-16, 8)))}h8L${at(add(p, pt(-20, -38)))}Z`, strap); // strap, from the cage up to the clip
    pen.line(
      curve([
        add(p, pt(34, 4)),
        add(p, pt(62, 0)),
        add(p, pt(72, -16)),
        add(p, pt(58, -32)),
        add(p, pt(24, -40)),
        add(p, pt(-26, -38)),
      ]),
      3.2,
      tone(c.chrome, k - 0.06),
      'stroke-linecap="round"',
    );
    pen.shape(
      poly([add(p, pt(-34, -7)), add(p, pt(36, -8)), add(p, pt(40, 0)), add(p, pt(36, 8)), add(p, pt(-34, 8))]),
      steel,
    );
    pen.quiet(() => {
      pen.line(`M${at(add(p, pt(-30, -3)))}L${at(add(p, pt(34, -4)))}`, 3, tone(c.dark, 0.1), 'stroke-dasharray="9 6"');
    });
  } else {
    pen.shape(
      `M${at(add(p, pt(-30, -6)))}L${at(add(p, pt(-14, -11)))}L${at(add(p, pt(26, -9)))}L${at(add(p, pt(44, -1)))}L${at(add(p, pt(34, 8)))}L${at(add(p, pt(-20, 10)))}Z`,
      dark,
    );
    pen.quiet(() => {
      pen.line(`M${at(add(p, pt(-12, -9)))}L${at(add(p, pt(26, -7)))}`, 2.4, steel);
      pen.dot(p, 5, steel);
    });
  }
}
