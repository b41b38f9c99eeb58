import type { BikeColours } from '../ink/palette.ts';
import { add, at, lerp, n, type Pen, poly, pt, tone } from '../ink/pen.ts';
import type { Fitout } from './fitout.ts';
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
