// Seatposts and saddles.

import type { BikeColours } from '../ink/palette.ts';
import { add, at, curve, lerp, type Pen, type Pt, pt, tone } from '../ink/pen.ts';
import type { Fitout } from './fitout.ts';
import type { Geometry } from './geometry.ts';

export function seat(pen: Pen, c: BikeColours, g: Geometry, f: Fitout): void {
  const silver = f.metal === 'silver',
    metal = silver ? c.silver : c.black,
    top = g.postTop;
  if (f.post === 'aero')
    pen.tube(
      add(g.seatTop, g.up, -10),
      top,
      f.style === 'tri' ? 52 : 34,
      f.style === 'tri' ? 46 : 30,
      f.build === 'carbon' && f.style === 'tri' ? c.frame : c.black,
      'matte',
    );
  else if (f.post === 'dropper') {
    const mid = lerp(g.seatTop, top, 0.42);
    pen.tube(g.seatTop, mid, 34, 34, c.black, 'gloss');
    pen.tube(mid, add(mid, g.up, 14), 39, 37, c.grey, 'gloss');
    pen.tube(add(mid, g.up, 12), top, 27, 27, c.grey, 'metal');
  } else pen.tube(add(g.seatTop, g.up, -6), top, 28, 28, metal, silver ? 'metal' : 'gloss');
  // Clamp and rails
  const s = g.saddle,
    rail = add(s, pt(0, 40));
  pen.tube(add(top, g.up, -6), add(rail, pt(0, 6)), 26, 24, metal, silver ? 'metal' : 'gloss');
  pen.ball(add(rail, pt(2, 2)), 12, metal);
  pen.line(
    curve([add(s, pt(-90, 18)), add(s, pt(-58, 38)), add(s, pt(0, 40)), add(s, pt(54, 36)), add(s, pt(98, 9))]),
    6,
    silver ? c.silver : c.steel,
  );
  saddle(pen, c, s, f);
}

function saddle(pen: Pen, c: BikeColours, s: Pt, f: Fitout): void {
  const q = (x: number, y: number): Pt => add(s, pt(x, y));
  const col =
    f.saddleColour === 'leather'
      ? c.leather
      : f.saddleColour === 'white'
        ? tone(c.chrome, 0.06)
        : f.saddleColour === 'accent'
          ? c.accent
          : c.black;
  let d = '',
    shine = '';
  if (f.saddle === 'leather') {
    d = `M${at(q(-128, -6))}C${at(q(-132, -20))} ${at(q(-112, -22))} ${at(q(-92, -16))}C${at(q(-50, -4))} ${at(q(40, -6))} ${at(q(112, -12))}C${at(q(136, -14))} ${at(q(146, -6))} ${at(q(144, 6))}C${at(q(142, 16))} ${at(q(120, 20))} ${at(q(96, 22))}C${at(q(30, 26))} ${at(q(-20, 34))} ${at(q(-64, 44))}C${at(q(-100, 52))} ${at(q(-122, 44))} ${at(q(-128, -6))}Z`;
    shine = `M${at(q(-112, -12))}C${at(q(-60, 6))} ${at(q(40, 0))} ${at(q(126, -6))}`;
  } else if (f.saddle === 'comfort') {
    d = `M${at(q(-126, 6))}C${at(q(-136, -26))} ${at(q(-104, -32))} ${at(q(-66, -22))}C${at(q(-24, -10))} ${at(q(50, -12))} ${at(q(104, -16))}C${at(q(126, -16))} ${at(q(132, 2))} ${at(q(114, 10))}C${at(q(50, 18))} ${at(q(0, 34))} ${at(q(-50, 44))}C${at(q(-96, 50))} ${at(q(-122, 34))} ${at(q(-126, 6))}Z`;
    shine = `M${at(q(-106, -18))}C${at(q(-50, -4))} ${at(q(40, -4))} ${at(q(104, -9))}`;
  } else if (f.saddle === 'tri') {
    d = `M${at(q(-112, -2))}C${at(q(-116, -14))} ${at(q(-90, -16))} ${at(q(-60, -10))}C${at(q(-10, -2))} ${at(q(60, -10))} ${at(q(128, -16))}C${at(q(152, -16))} ${at(q(156, 10))} ${at(q(134, 14))}C${at(q(60, 18))} ${at(q(0, 22))} ${at(q(-64, 26))}C${at(q(-100, 28))} ${at(q(-110, 18))} ${at(q(-112, -2))}Z`;
    shine = `M${at(q(-96, -6))}C${at(q(-20, 4))} ${at(q(60, -4))} ${at(q(138, -10))}`;
  } else {
    const retro = f.saddle === 'retro' ? 5 : 0,
      mtb = f.saddle === 'mtb' ? 4 : 0;
    d = `M${at(q(-134, -8 - mtb))}C${at(q(-138, -20))} ${at(q(-112, -22))} ${at(q(-84, -14))}C${at(q(-36, -2))} ${at(q(30, -4))} ${at(q(104, -9))}C${at(q(130, -12))} ${at(q(142, -4))} ${at(q(138, 4))}C${at(q(134, 10))} ${at(q(110, 10))} ${at(q(84, 12 + retro))}C${at(q(10, 15 + retro))} ${at(q(-40, 24 + retro))} ${at(q(-84, 28 + retro))}C${at(q(-116, 30 + retro))} ${at(q(-130, 20))} ${at(q(-134, -8 - mtb))}Z`;
    shine = `M${at(q(-116, -12))}C${at(q(-50, 6))} ${at(q(30, 2))} ${at(q(122, -4))}`;
  }
  pen.shape(d, pen.across(q(-120, 6), q(130, 6), 56, col, 'soft'), `stroke="${tone(col, -0.2)}" stroke-width=".8"`);
  pen.quiet(() => {
    pen.line(shine, 4, tone(col, 0.18), 'stroke-linecap="round" stroke-opacity=".65"');
    if (f.saddle === 'leather') {
      for (const p of [q(-112, 4), q(-104, 16), q(130, -2), q(134, 8)]) pen.dot(p, 4, c.gold);
    }
    if (f.saddle === 'comfort')
      for (const x of [-86, -62]) pen.line(`M${at(q(x, 30))}l-8 8l16 6l-16 6l14 8`, 3.4, c.steel);
    if (f.saddle === 'race' || f.saddle === 'mtb')
      pen.line(
        `M${at(q(-104, 6))}C${at(q(-70, 14))} ${at(q(-20, 10))} ${at(q(20, 7))}`,
        3,
        tone(c.accent, -0.02),
        'stroke-opacity=".55" stroke-linecap="round"',
      );
  });
}
