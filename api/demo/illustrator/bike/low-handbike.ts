import { wordmark } from '../ink/lettering.ts';
import { add, arc, at, curve, polar, pt, tone } from '../ink/pen.ts';
import { cassette, chain, radiusOf, runPath, sprocket } from './chain.ts';
import { type Kit, opts, P, recline } from './low-parts.ts';
import { rotor, wheel } from './wheel.ts';

export function handbike(k: Kit, turn: number): void {
  const { pen, c, g, f } = k,
    bb = g.bb,
    R = radiusOf(Math.min(46, f.drive.rings[0])),
    cogR = radiusOf(17),
    far = pt(20, -10),
    w = 46;
  const neckLow = P(700, 262),
    headTop = P(846, 700),
    guide = add(g.front, pt(-66, -34)),
    tension = add(guide, pt(-58, -58));
  const crankArm = (near: boolean): void => {
    const a = -58 + f.crankAngle * 0.4,
      e = polar(bb, 168, a),
      o = near ? pt(0, 0) : pt(14, -8),
      metal = tone(c.black, near ? 0.02 : -0.03);
    pen.tube(add(bb, o), add(e, o), 30, 22, metal, 'gloss');
    pen.ball(add(e, o), 11, c.steel);
    pen.pipe(
      `M${at(add(add(e, o), pt(-10, 44)))}L${at(add(add(e, o), pt(8, -52)))}`,
      38,
      near ? c.black : tone(c.black, -0.04),
      { shine: 0.16 },
    );
    if (near) {
      pen.line(
        curve([add(e, pt(8, -40)), add(e, pt(44, -34)), add(e, pt(46, 20))]),
        7,
        c.grey,
        'stroke-linecap="round"',
      );
    }
  };
  pen.quiet(() => crankArm(false));
  wheel(pen, c, add(g.rear, far), opts(k, false, turn + 9));
  rotor(pen, c, g.front, 80, turn);
  // Fork, far leg and front wheel
  pen.quiet(() => pen.tube(add(bb, pt(6, -4)), add(g.front, pt(4, -4)), 30, 24, tone(c.black, -0.02), 'soft'));
  wheel(pen, c, g.front, opts(k, true, turn + 4));
  cassette(pen, g.front, 11, 28, f.drive.cog[2] || 9, c.silver, c.black);
  // Frame: axle beam, low main tube, swan neck
  pen.pipe(
    curve([
      P(-10, g.rearR),
      P(180, g.rearR - 60),
      P(380, 235),
      P(600, 240),
      neckLow,
      P(764, 372),
      P(786, 520),
      P(812, 630),
      headTop,
    ]),
    w,
    c.frame,
    { cap: 'butt', shine: 0.14 },
  );
  pen.tube(P(560, 240), P(1010, 250), 22, 20, c.frame, f.finish);
  wordmark(pen, P(420, 236), P(640, 254), 20, c.mark, k.mark, true);
  pen.tube(add(headTop, pt(2, 4)), add(headTop, pt(12, -22)), 40, 34, c.black, 'gloss');
  // Seat and leg rests
  recline(k, [P(650, 310), P(550, 274), P(420, 274), P(322, 360), P(214, 560), P(140, 720)], false);
  pen.pipe(curve([P(940, 330), P(1030, 262), P(1100, 250)]), 46, c.black, { shine: 0.1 });
  pen.pipe(`M${at(P(1090, 246))}L${at(P(1120, 340))}`, 24, c.grey, {});
  // Near fork leg up to the crank housing
  pen.tube(headTop, bb, 44, 44, c.frame, f.finish);
  pen.tube(bb, g.front, 40, 26, c.black, 'gloss');
  pen.ball(g.front, 12, c.steel);
  pen.ball(bb, 34, c.frame);
  const d = runPath([
    { c: bb, r: R, turn: 1 },
    { c: tension, r: 19, turn: 1 },
    { c: guide, r: 19, turn: -1 },
    { c: g.front, r: cogR, turn: 1 },
  ]);
  chain(pen, d, c.chain);
  pen.ball(guide, 18, c.grey);
  pen.ball(tension, 18, c.grey);
  pen.tube(guide, tension, 15, 13, c.black, 'gloss');
  pen.tube(add(g.front, pt(-18, -6)), guide, 20, 20, c.black, 'gloss');
  [...f.drive.rings].reverse().forEach((t, i, a) => {
    sprocket(pen, bb, Math.min(46, t), 12, i === a.length - 1 ? c.black : tone(c.steel, -0.05));
  });
  for (let i = 0; i < 4; i++) pen.tube(bb, polar(bb, R - 12, 20 + i * 90), 24, 14, c.black, 'gloss');
  crankArm(true);
  pen.ball(bb, 18, c.steel);
  // Near rear wheel covers the seat's side
  wheel(pen, c, g.rear, opts(k, false, turn));
  pen.ball(g.rear, 20, c.black);
  pen.pipe(arc(g.rear, g.rearR + 16, -150, -62), 14, c.black, { cap: 'round' });
  pen.line(`M${at(P(20, g.rearR + 60))}L${at(P(-40, 1080))}`, 4, c.grey);
  pen.shape(`M${at(P(-40, 1080))}l-112 20l108 42Z`, c.amber);
}
