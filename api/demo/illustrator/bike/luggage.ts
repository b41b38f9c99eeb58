import type { BikeColours } from '../ink/palette.ts';
import { add, at, curve, lerp, n, type Pen, type Pt, pt, tone } from '../ink/pen.ts';
import type { Fitout } from './fitout.ts';
import type { Geometry } from './geometry.ts';

export const roundBox = (a: Pt, b: Pt, r: number): string =>
  `M${n(a.x + r)} ${n(a.y)}H${n(b.x - r)}Q${n(b.x)} ${n(a.y)} ${n(b.x)} ${n(a.y + r)}V${n(b.y - r)}Q${n(b.x)} ${n(b.y)} ${n(b.x - r)} ${n(b.y)}H${n(a.x + r)}Q${n(a.x)} ${n(b.y)} ${n(a.x)} ${n(b.y - r)}V${n(a.y + r)}Q${n(a.x)} ${n(a.y)} ${n(a.x + r)} ${n(a.y)}Z`;

export function rearRack(pen: Pen, c: BikeColours, g: Geometry, f: Fitout): void {
  if (!f.rearRack) return;
  const y = g.rear.y - g.rearR - 46,
    x0 = g.rear.x - 190,
    x1 = Math.min(g.rear.x + 190, g.seatTop.x - 18),
    col = f.metal === 'silver' ? c.silver : c.black;
  pen.line(
    curve([pt(x1, y + 4), pt(x1 - 40, y), pt(x0 + 10, y), pt(x0 - 6, y + 12)]),
    10,
    col,
    'stroke-linecap="round"',
  );
  pen.line(
    `M${at(add(g.rear, pt(-4, -10)))}L${n(g.rear.x - 10)} ${n(y)}M${at(add(g.rear, pt(-8, -10)))}L${n(g.rear.x - 130)} ${n(y)}M${at(add(g.rear, pt(0, -12)))}L${n(g.rear.x + 96)} ${n(y)}`,
    7.5,
    tone(col, -0.04),
  );
  pen.line(`M${n(x1)} ${n(y + 4)}L${at(lerp(g.ttSeat, g.rear, 0.1))}`, 6, col);
  pen.quiet(() => pen.line(`M${n(x0 + 10)} ${n(y - 3)}H${n(x1 - 40)}`, 2, tone(col, 0.2)));
  pen.shape(roundBox(pt(x0 - 12, y + 2), pt(x0 + 2, y + 34), 4), c.red);
}

export function panniers(pen: Pen, c: BikeColours, g: Geometry, f: Fitout): void {
  if (f.panniers && f.rearRack) bag(pen, c, pt(g.rear.x - 186, g.rear.y - g.rearR - 40), 300, 330, f);
  if (f.panniers && f.frontRack) bag(pen, c, pt(g.front.x - 104, g.front.y - 150), 216, 230, f);
}

function bag(pen: Pen, c: BikeColours, p: Pt, w: number, h: number, f: Fitout): void {
  const col = f.saddleColour === 'leather' ? tone(c.tan, -0.12) : tone(c.second === c.frame ? c.grey : c.second, -0.04),
    trim = f.saddleColour === 'leather' ? c.leather : c.black;
  const q = (x: number, y: number): Pt => add(p, pt(x * w, y * h));
  pen.shape(
    `M${at(q(0.02, 0.04))}Q${at(q(0.02, 0))} ${at(q(0.06, 0))}H${n(q(0.94, 0).x)}Q${at(q(1, 0))} ${at(q(1, 0.06))}L${at(q(0.97, 0.6))}Q${at(q(0.94, 1))} ${at(q(0.8, 1))}H${n(q(0.22, 0).x)}Q${at(q(0.08, 1))} ${at(q(0.06, 0.9))}Z`,
    pen.across(q(0, 0.5), q(0.4, 1), h, col, 'soft'),
  );
  pen.quiet(() => {
    pen.shape(
      `M${at(q(0, 0.02))}H${n(q(1, 0).x)}L${at(q(0.985, 0.3))}Q${at(q(0.5, 0.42))} ${at(q(0.02, 0.3))}Z`,
      tone(col, -0.05),
    );
    for (const x of [0.26, 0.7]) {
      pen.shape(roundBox(q(x, 0.04), q(x + 0.06, 0.56), 3), trim);
      pen.shape(roundBox(add(q(x, 0.42), pt(-4, 0)), add(q(x + 0.06, 0.49), pt(4, 0)), 3), c.silver);
    }
    pen.shape(roundBox(q(0.46, 0.62), q(0.56, 0.68), 3), c.chrome, 'fill-opacity=".8"');
  });
}

export function frontRack(pen: Pen, c: BikeColours, g: Geometry, f: Fitout): void {
  if (!f.frontRack && f.basket === 'none') return;
  const col = f.metal === 'silver' ? c.silver : c.black,
    y = g.front.y - g.frontR - 40,
    x0 = g.crown.x + 24,
    x1 = x0 + 250;
  if (f.frontRack) {
    pen.line(`M${n(x0 - 10)} ${n(y)}H${n(x1)}`, 9, col, 'stroke-linecap="round"');
    pen.line(
      `M${n(x0 + 96)} ${n(y)}L${at(add(g.front, pt(-2, -8)))}M${n(x1 - 30)} ${n(y)}L${at(add(g.front, pt(4, -8)))}`,
      7,
      col,
    );
  }
}

/** Basket in front of the bars; drawn over them. */
export function basket(pen: Pen, c: BikeColours, g: Geometry, f: Fitout): void {
  if (f.basket === 'none') return;
  const top = Math.max(g.clamp.y + 6, g.htTop.y - 60),
    x0 = g.clamp.x + 42,
    h = 215,
    w = 300,
    q = (x: number, y: number): Pt => pt(x0 + x * w, top + y * h);
  if (f.basket === 'wicker') {
    const col = tone(c.tan, -0.08),
      d = `M${at(q(0, 0))}L${at(q(1, 0))}L${at(q(0.9, 0.94))}Q${at(q(0.9, 1))} ${at(q(0.84, 1))}H${n(q(0.18, 0).x)}Q${at(q(0.12, 1))} ${at(q(0.11, 0.94))}Z`;
    pen.shape(d, pen.across(q(0.5, 0), q(0.5, 1), w, col, 'soft'));
    pen.quiet(() => {
      for (let i = 1; i < 9; i++)
        pen.line(
          `M${at(q(0.012 * i + 0.01, i / 9))}L${at(q(1 - 0.011 * i - 0.01, i / 9))}`,
          9,
          tone(col, i % 2 ? -0.09 : 0.05),
          `stroke-dasharray="13 9" stroke-dashoffset="${(i % 2) * 11}"`,
        );
      pen.line(`M${at(q(0, 0.01))}L${at(q(1, 0.01))}`, 15, tone(col, -0.06), 'stroke-linecap="round"');
      pen.line(`M${at(q(0.01, -0.01))}L${at(q(0.99, -0.01))}`, 4, tone(col, 0.12), 'stroke-linecap="round"');
      pen.shape(roundBox(q(0.2, -0.02), q(0.25, 0.3), 4), c.leather);
      pen.shape(roundBox(q(0.72, -0.02), q(0.77, 0.3), 4), c.leather);
    });
  } else {
    const col = f.metal === 'silver' ? c.silver : c.black;
    let d = '';
    for (let i = 0; i <= 10; i++) d += `M${at(q(i / 10, 0))}L${at(q(0.1 + (i / 10) * 0.8, 1))}`;
    for (let i = 1; i < 5; i++) d += `M${at(q(0.02 * i, i / 5))}L${at(q(1 - 0.02 * i, i / 5))}`;
    pen.line(d, 3, col);
    pen.line(`M${at(q(0, 0))}L${at(q(1, 0))}L${at(q(0.9, 1))}L${at(q(0.1, 1))}Z`, 7, col, 'stroke-linejoin="round"');
  }
  pen.line(
    `M${at(q(0.08, 0.2))}L${at(add(g.clamp, pt(8, 0)))}M${at(q(0.2, 1))}L${at(add(g.crown, pt(10, 12)))}`,
    7,
    c.steel,
  );
}

export function bags(pen: Pen, c: BikeColours, g: Geometry, f: Fitout): void {
  const col = f.saddleColour === 'leather' ? tone(c.tan, -0.16) : c.grey;
  if (f.saddlebag && f.style === 'diamond') {
    const s = add(g.saddle, pt(-40, 40));
    pen.shape(
      `M${at(add(s, pt(34, -6)))}L${at(add(s, pt(26, 74)))}Q${at(add(s, pt(-20, 70)))} ${at(add(s, pt(-88, 22)))}Q${at(add(s, pt(-106, 0)))} ${at(add(s, pt(-80, -10)))}Z`,
      pen.across(s, add(s, pt(-80, 0)), 90, col, 'soft'),
    );
    pen.quiet(() => pen.line(`M${at(add(s, pt(20, 30)))}L${at(add(s, pt(-84, 6)))}`, 2, tone(col, 0.2)));
  }
  if (f.framebag && f.style === 'diamond') {
    const a = lerp(g.ttHead, g.ttSeat, 0.1),
      b = lerp(g.ttHead, g.ttSeat, 0.93);
    const off = 18,
      nx = pt(0, off),
      d0 = add(b, nx),
      low1 = lerp(g.bb, g.seatTop, 0.56),
      low2 = lerp(g.dtHead, g.bb, 0.28);
    pen.shape(
      `M${at(add(a, nx))}L${at(d0)}L${at(add(low1, pt(22, 0)))}Q${at(add(low1, pt(30, 26)))} ${at(add(lerp(low1, low2, 0.2), pt(10, 12)))}L${at(add(low2, pt(-18, -24)))}Z`,
      pen.across(a, low1, 160, c.grey, 'soft'),
    );
    pen.quiet(() => {
      pen.line(
        `M${at(add(lerp(a, b, 0.08), pt(0, 40)))}L${at(add(lerp(a, b, 0.92), pt(0, 40)))}`,
        3,
        tone(c.grey, 0.24),
      );
      for (const t of [0.2, 0.5, 0.8]) {
        const p = lerp(a, b, t);
        pen.line(`M${at(add(p, pt(0, -20)))}V${n(p.y + 24)}`, 12, c.black);
      }
    });
  }
  if (f.barbag && f.basket === 'none') {
    const p = add(g.clamp, pt(82, 34));
    pen.shape(
      roundBox(add(p, pt(-62, -46)), add(p, pt(62, 74)), 26),
      pen.across(add(p, pt(0, -60)), add(p, pt(0, 80)), 120, col, 'soft'),
    );
    pen.quiet(() => {
      for (const x of [-30, 30])
        pen.line(`M${n(p.x + x)} ${n(p.y - 48)}V${n(p.y + 72)}`, 8, f.saddleColour === 'leather' ? c.leather : c.black);
      pen.line(`M${n(p.x - 58)} ${n(p.y - 14)}H${n(p.x + 58)}`, 2, tone(col, 0.16));
    });
  }
}
