import type { BikeColours } from '../ink/palette.ts';
import { add, at, curve, type Pen, type Pt, polar, pt, tone } from '../ink/pen.ts';
import { itemAt } from '../item-at.ts';
import { radiusOf, sprocket } from './chain.ts';
import type { Fitout } from './fitout.ts';
import type { Geometry } from './geometry.ts';
import { wheelOptions } from './upright.ts';

export const P = (x: number, h: number): Pt => pt(x, -h);

export type Kit = { pen: Pen; c: BikeColours; g: Geometry; f: Fitout; mark: string; drive: boolean };

export const opts = (k: Kit, front: boolean, turn: number) => ({
  ...wheelOptions(
    k.c,
    k.g,
    {
      ...k.f,
      wheel: {
        ...k.f.wheel,
        kind: 'spoked',
        depth: Math.min(30, k.f.wheel.depth),
        spokes: (front ? k.g.frontBsd : k.g.rearBsd) < 500 ? 24 : 28,
      },
    },
    front,
    turn,
  ),
  track: false,
});

/** A reclined seat: shell under a foam or mesh pad, from knees to shoulders. */
export function recline(k: Kit, pts: Pt[], mesh: boolean): void {
  const { pen, c } = k;
  pen.pipe(curve(pts), mesh ? 16 : 20, mesh ? c.steel : c.black, { shine: 0.12 });
  const up = pts.map((p, i) => add(p, pt(i < 2 ? 4 : 26, i < 2 ? -26 : -20)));
  pen.pipe(curve(up), mesh ? 16 : 40, tone(c.black, 0.03), { shine: 0.1 });
  pen.quiet(() => {
    pen.line(
      curve(up.map((p) => add(p, pt(2, -6)))),
      3,
      c.accent === c.frame ? c.steel : c.frame,
      'stroke-opacity=".8" stroke-linecap="round"',
    );
    for (const p of up.slice(1, -1))
      pen.line(`M${at(add(p, pt(-13, 13)))}L${at(add(p, pt(13, -15)))}`, 2, tone(c.black, 0.16), 'stroke-opacity=".6"');
  });
  const head = itemAt(pts, pts.length - 1);
  pen.tube(add(head, pt(8, 10)), add(head, pt(-34, -58)), 12, 12, c.steel, 'metal');
  pen.pipe(`M${at(add(head, pt(-14, -40)))}L${at(add(head, pt(-40, -92)))}`, 44, c.black, { shine: 0.1 });
}

export function pedals(k: Kit, bb: Pt, near: boolean): void {
  const { pen, c, f } = k,
    a = f.crankAngle + (near ? 0 : 180),
    e = polar(bb, 165, a),
    metal = tone(f.metal === 'silver' ? c.silver : c.black, near ? 0 : -0.15);
  pen.tube(bb, e, 30, 22, metal, f.metal === 'silver' ? 'metal' : 'gloss');
  pen.ball(e, 11, metal);
  pen.shape(`M${at(add(e, pt(-14, -38)))}h24q6 38 0 76h-24q-8 -38 0 -76Z`, tone(c.black, near ? 0.02 : -0.02));
}

export function front3(k: Kit, bb: Pt): void {
  const { pen, c, f } = k,
    metal = f.metal === 'silver' ? c.silver : c.black;
  [...f.drive.rings].reverse().forEach((t, i, a) => {
    sprocket(pen, bb, t, 12, i === a.length - 1 ? metal : tone(c.steel, -0.05));
  });
  for (let i = 0; i < 5; i++)
    pen.tube(bb, polar(bb, radiusOf(f.drive.rings[0]) - 12, f.crankAngle + 36 + i * 72), 24, 14, metal, 'gloss');
  pen.ball(bb, 24, metal);
}
