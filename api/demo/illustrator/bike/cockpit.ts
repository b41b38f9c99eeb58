import type { BikeColours } from '../ink/palette.ts';
import { add, at, curve, lerp, type Pen, type Pt, pt, tone } from '../ink/pen.ts';
import type { Arms } from './bars.ts';
import type { Fitout } from './fitout.ts';
import type { Geometry } from './geometry.ts';

export function tapeColour(c: BikeColours, f: Fitout): string {
  return {
    black: c.black,
    white: tone(c.chrome, 0.06),
    leather: c.leather,
    frame: c.frame,
    accent: c.accent,
    cork: c.tan,
  }[f.tape];
}

export function stem(pen: Pen, c: BikeColours, g: Geometry, f: Fitout): void {
  const metal = f.metal === 'silver' || f.stem === 'quill' ? c.silver : c.black,
    fin = metal === c.silver ? 'metal' : 'gloss';
  if (f.stem === 'quill') {
    pen.tube(add(g.htTop, g.down, -4), add(g.steerer, g.down, -2), 22.5, 22.5, metal, fin);
    pen.tube(add(g.steerer, g.down, 0), g.clamp, 25, 22, metal, fin);
    pen.ball(add(g.steerer, g.down, -3), 13, metal);
  } else {
    pen.tube(add(g.htTop, g.down, -6), add(g.steerer, g.down, 17), 32, 32, c.black, 'gloss'); // spacers
    pen.quiet(() => {
      for (let i = 1; i < 3; i++) {
        const p = lerp(add(g.htTop, g.down, -10), add(g.steerer, g.down, 17), i / 3);
        pen.line(`M${at(add(p, g.fwd, -16))}L${at(add(p, g.fwd, 16))}`, 1, tone(c.black, 0.2));
      }
    });
    pen.tube(add(g.steerer, g.down, 20), add(g.steerer, g.down, -22), 37, 35, metal, fin);
    pen.tube(g.steerer, g.clamp, 36, 31, metal, fin);
  }
  pen.ball(g.clamp, f.stem === 'quill' ? 15 : 20, metal);
}

export function hood(pen: Pen, c: BikeColours, h: Pt, k: number, f: Fitout): void {
  const q = (x: number, y: number): Pt => add(h, pt(x, y)),
    tall = f.brake === 'disc' && f.year > 2012 ? 10 : f.year > 2002 ? 2 : -6;
  const rub = tone(
      f.tape === 'white' || (f.tape === 'leather' && f.era !== 'modern') ? tapeColour(c, f) : c.black,
      k + 0.02,
    ),
    metal = tone(f.metal === 'silver' ? c.silver : c.black, k);
  // Lever blade behind the hood
  pen.shape(
    `M${at(q(34, -12))}C${at(q(54, -4))} ${at(q(50, 34))} ${at(q(28, 84))}Q${at(q(22, 96))} ${at(q(16, 92))}Q${at(q(13, 88))} ${at(q(16, 78))}C${at(q(26, 44))} ${at(q(28, 20))} ${at(q(22, 4))}Z`,
    pen.across(q(40, 0), q(24, 90), 20, metal, f.metal === 'silver' ? 'metal' : 'gloss'),
  );
  pen.shape(
    `M${at(q(-20, -17))}C${at(q(0, -21))} ${at(q(14, -26))} ${at(q(24, -34 - tall))}C${at(q(32, -42 - tall))} ${at(q(48, -42 - tall))} ${at(q(50, -28 - tall * 0.6))}C${at(q(51, -14))} ${at(q(46, 4))} ${at(q(34, 10))}C${at(q(24, 16))} ${at(q(18, 24))} ${at(q(8, 30))}Z`,
    rub,
  );
  pen.quiet(() =>
    pen.line(
      curve([q(-8, -14), q(14, -20), q(28, -30 - tall), q(38, -35 - tall)]),
      4,
      tone(rub, 0.18),
      'stroke-linecap="round" stroke-opacity=".7"',
    ),
  );
}

export function classicLever(pen: Pen, c: BikeColours, h: Pt, k: number, tape: string): void {
  const q = (x: number, y: number): Pt => add(h, pt(x, y)),
    m = tone(c.silver, k);
  pen.shape(
    `M${at(q(24, -16))}C${at(q(52, -14))} ${at(q(56, 20))} ${at(q(38, 76))}Q${at(q(30, 104))} ${at(q(22, 98))}Q${at(q(19, 94))} ${at(q(24, 80))}C${at(q(34, 44))} ${at(q(34, 14))} ${at(q(20, 0))}Z`,
    pen.across(q(46, 0), q(30, 96), 22, m, 'metal'),
  );
  pen.shape(
    `M${at(q(-14, -14))}C${at(q(4, -18))} ${at(q(16, -26))} ${at(q(26, -28))}C${at(q(38, -28))} ${at(q(38, -10))} ${at(q(30, 0))}L${at(q(8, 22))}Z`,
    tone(tape === c.black ? c.black : tape, -0.06),
  );
}

export function flatLever(pen: Pen, c: BikeColours, p: Pt, k: number): void {
  const q = (x: number, y: number): Pt => add(p, pt(x, y));
  pen.shape(
    `M${at(q(-8, -12))}L${at(q(22, -10))}Q${at(q(34, -4))} ${at(q(34, 8))}L${at(q(18, 16))}L${at(q(-8, 14))}Z`,
    tone(c.black, k),
  );
  pen.line(curve([q(20, 2), q(34, 18), q(34, 34), q(20, 58)]), 8, tone(c.grey, k), 'stroke-linecap="round"');
  pen.ball(q(10, 20), 10, tone(c.grey, k));
}

/** Hoses and cables from the bars to frame and fork. */
export function cables(pen: Pen, c: BikeColours, g: Geometry, f: Fitout, arms: Arms): void {
  if (f.style === 'tri' || f.brake === 'none' || (f.brake === 'coaster' && f.drive.kind === 'single')) return;
  const h = arms.hoses[0],
    into = add(lerp(g.htTop, g.htBot, 0.55), g.fwd, 14),
    w = 4.6,
    col = f.era === 'classic' ? c.grey : c.black;
  const integrated = f.year > 2019 && (f.bar === 'Drop' || f.bar === 'Flared Drop') && f.build === 'carbon';
  if (integrated) return;
  const brakeEnd =
    f.brake === 'disc'
      ? add(g.crown, g.fwd, f.fork === 'suspension' || f.fork === 'dual' ? 60 : 22)
      : add(add(g.crown, g.fwd, 28), g.down, -18);
  pen.line(
    curve([h, add(h, pt(34, 18)), add(lerp(h, brakeEnd, 0.5), pt(42, -6)), brakeEnd]),
    w,
    col,
    'stroke-linecap="round"',
  );
  pen.line(
    curve([h, add(h, pt(46, 8)), add(lerp(h, into, 0.5), pt(58, 22)), add(into, pt(4, 10))]),
    w,
    tone(col, 0.05),
    'stroke-linecap="round"',
  );
  if (f.era === 'classic' && f.bar === 'Drop')
    pen.line(
      curve([h, add(h, pt(-8, -64)), add(g.clamp, pt(10, -50)), add(g.ttHead, pt(-26, -20))]),
      4,
      c.grey,
      'stroke-linecap="round"',
    );
}
