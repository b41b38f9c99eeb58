import { wordmark } from '../ink/lettering.ts';
import { add, at, curve, lerp, n, pt, tone } from '../ink/pen.ts';
import { cassette, chain, radiusOf } from './chain.ts';
import { front3, type Kit, opts, P, pedals, recline } from './low-parts.ts';
import { rotor, wheel } from './wheel.ts';

export function highRacer(k: Kit, turn: number): void {
  const { pen, c, g, f } = k,
    bb = g.bb,
    R = radiusOf(f.drive.rings[0]),
    idler = P(500, g.rearR + 150),
    cogR = radiusOf(18);
  const tail = P(150, g.rearR + 200),
    hinge = P(g.front.x - 40, g.frontR + 300),
    beamEnd = add(bb, pt(-30, 10));
  const guide = add(g.rear, pt(14, 72)),
    tension = add(guide, pt(36, 60)),
    w = f.build === 'carbon' ? 62 : 50;
  pen.quiet(() => pedals(k, bb, false));
  if (f.brake === 'disc') {
    rotor(pen, c, g.rear, 80, turn);
    rotor(pen, c, g.front, 80, turn);
  }
  const dark = tone(c.frame, -0.16);
  pen.quiet(() => {
    pen.tube(tail, add(g.rear, pt(4, -4)), 20, 16, dark, 'soft');
    pen.tube(lerp(tail, hinge, 0.3), add(g.rear, pt(4, -4)), 22, 16, dark, 'soft');
  });
  wheel(pen, c, g.rear, opts(k, false, turn));
  wheel(pen, c, g.front, opts(k, true, turn + 7));
  cassette(pen, g.rear, 11, 32, f.drive.cog[2] || 9, c.silver, c.black);
  pen.tube(P(160, g.rearR + 196), g.rear, 22, 17, c.frame, f.finish);
  pen.tube(lerp(tail, hinge, 0.3), g.rear, 26, 18, c.frame, f.finish);
  // Main beam: one long tube from the seat back to the cranks
  pen.tube(tail, hinge, w, w, c.frame, f.finish);
  pen.tube(add(hinge, pt(-14, 2)), beamEnd, w, w * 0.92, c.frame, f.finish);
  pen.ball(hinge, w * 0.5, c.frame);
  wordmark(pen, lerp(tail, hinge, 0.52), lerp(tail, hinge, 0.88), 26, c.mark, k.mark, true);
  // Fork and bars
  const crown = P(g.front.x - 20, g.frontR * 2 + 34),
    top = P(g.front.x - 66, g.frontR + 372);
  pen.tube(top, crown, 40, 42, c.frame, f.finish);
  pen.tube(crown, g.front, 34, 20, c.black, 'gloss');
  pen.ball(g.front, 10, c.steel);
  const bend = add(top, pt(-74, -250)),
    grip = add(bend, pt(-178, -22));
  pen.pipe(`M${at(top)}C${at(add(top, pt(-14, -90)))} ${at(add(top, pt(-52, -170)))} ${at(bend)}`, 30, c.black, {
    shine: 0.14,
  });
  pen.pipe(
    curve([add(bend, pt(4, -6)), add(bend, pt(-52, -34)), add(bend, pt(-116, -34)), grip]),
    24,
    tone(c.silver, -0.1),
    {},
  );
  pen.pipe(`M${at(add(bend, pt(-88, -36)))}L${at(grip)}`, 33, c.black, { shine: 0.14 });
  pen.line(
    curve([add(bend, pt(-70, -22)), add(bend, pt(-104, -2)), add(bend, pt(-150, 10))]),
    8,
    c.grey,
    'stroke-linecap="round"',
  );
  pen.line(
    curve([add(bend, pt(-60, -30)), add(bend, pt(30, -20)), add(top, pt(46, -90)), add(top, pt(16, 30))]),
    4.6,
    c.black,
  );
  recline(
    k,
    [
      P(690, g.rearR + 282),
      P(600, g.rearR + 236),
      P(440, g.rearR + 232),
      P(300, g.rearR + 330),
      P(130, g.rearR + 490),
      P(40, g.rearR + 590),
    ],
    false,
  );
  pen.tube(P(230, g.rearR + 226), P(150, g.rearR + 470), 16, 14, c.grey, 'metal');
  // Chain with idler
  const d = `M${at(add(bb, pt(-4, -R)))}L${at(add(idler, pt(0, -24)))}L${at(add(g.rear, pt(8, -cogR)))}A${n(cogR)} ${n(cogR)} 0 1 0 ${at(add(g.rear, pt(-cogR * 0.5, cogR * 0.86)))}L${at(add(guide, pt(18, 0)))}L${at(add(tension, pt(-18, 4)))}L${at(add(tension, pt(4, 21)))}L${at(add(idler, pt(0, 30)))}L${at(add(bb, pt(-2, R)))}A${n(R)} ${n(R)} 0 1 0 ${at(add(bb, pt(-4, -R)))}`;
  chain(pen, d, c.chain);
  pen.line(
    `M${at(lerp(add(idler, pt(0, 30)), add(bb, pt(0, R)), 0.08))}L${at(lerp(add(idler, pt(0, 30)), add(bb, pt(0, R)), 0.62))}`,
    15,
    c.black,
    'stroke-linecap="round"',
  );
  pen.ball(idler, 30, c.grey);
  pen.ball(guide, 20, c.grey);
  pen.ball(tension, 20, c.grey);
  pen.tube(guide, tension, 16, 14, c.black, 'gloss');
  pen.tube(add(g.rear, pt(6, 20)), guide, 24, 22, c.black, 'gloss');
  front3(k, bb);
  pedals(k, bb, true);
}
