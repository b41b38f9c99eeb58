import { wordmark } from '../ink/lettering.ts';
import { add, arc, at, curve, lerp, n, pt, tone } from '../ink/pen.ts';
import { cassette, chain, radiusOf } from './chain.ts';
import { front3, type Kit, opts, P, pedals, recline } from './low-parts.ts';
import { rotor, wheel } from './wheel.ts';

export function trike(k: Kit, turn: number): void {
  const { pen, c, g, f } = k,
    bb = g.bb,
    R = radiusOf(f.drive.rings[0]),
    idler = P(560, 236),
    guide = add(g.rear, pt(14, 66)),
    tension = add(guide, pt(32, 44)),
    cogR = radiusOf(18),
    w = 48;
  const far = pt(26, -16),
    boom = lerp(P(g.front.x - 40, 262), bb, 0.98);
  pen.quiet(() => pedals(k, bb, false));
  pen.group('opacity=".96"', () =>
    wheel(pen, { ...c, rubber: tone(c.rubber, -0.03) }, add(g.front, far), opts(k, true, turn + 11)),
  );
  if (f.brake === 'disc') rotor(pen, c, g.rear, 78, turn);
  pen.quiet(() => pen.tube(P(330, 262), add(g.rear, pt(4, -4)), 24, 18, tone(c.frame, -0.16), 'soft'));
  wheel(pen, c, g.rear, opts(k, false, turn));
  cassette(pen, g.rear, 11, 32, f.drive.cog[2] || 9, c.silver, c.black);
  pen.tube(P(330, 250), g.rear, 28, 20, c.frame, f.finish);
  pen.tube(P(300, 246), P(g.front.x - 20, 250), w, w, c.frame, f.finish);
  pen.tube(P(g.front.x - 40, 262), boom, w * 0.94, w * 0.86, c.frame, f.finish);
  pen.tube(P(330, 240), P(240, 560), 22, 18, c.frame, f.finish);
  wordmark(
    pen,
    lerp(P(g.front.x - 40, 262), boom, 0.3),
    lerp(P(g.front.x - 40, 262), boom, 0.78),
    22,
    c.mark,
    k.mark,
    true,
  );
  recline(k, [P(716, 356), P(620, 300), P(470, 290), P(360, 380), P(220, 590), P(140, 720)], true);
  // Chain in tubes under the seat
  const d = `M${at(add(bb, pt(-4, -R)))}L${at(add(idler, pt(0, -22)))}L${at(add(g.rear, pt(8, -cogR)))}A${n(cogR)} ${n(cogR)} 0 1 0 ${at(add(g.rear, pt(-cogR * 0.5, cogR * 0.86)))}L${at(add(guide, pt(18, 0)))}L${at(add(tension, pt(-18, 4)))}L${at(add(tension, pt(4, 21)))}L${at(add(idler, pt(0, 26)))}L${at(add(bb, pt(-2, R)))}A${n(R)} ${n(R)} 0 1 0 ${at(add(bb, pt(-4, -R)))}`;
  chain(pen, d, c.chain);
  pen.line(
    `M${at(lerp(add(idler, pt(0, 26)), add(bb, pt(0, R)), 0.1))}L${at(lerp(add(idler, pt(0, 26)), add(bb, pt(0, R)), 0.7))}`,
    15,
    c.black,
    'stroke-linecap="round"',
  );
  pen.ball(idler, 28, c.grey);
  pen.ball(guide, 19, c.grey);
  pen.ball(tension, 19, c.grey);
  pen.tube(guide, tension, 15, 13, c.black, 'gloss');
  pen.tube(add(g.rear, pt(6, 18)), guide, 22, 20, c.black, 'gloss');
  front3(k, bb);
  pedals(k, bb, true);
  // Near front wheel on its kingpin, then the under-seat bar
  pen.tube(P(g.front.x - 60, 256), g.front, 40, 34, c.frame, f.finish);
  rotor(pen, c, g.front, 80, turn);
  wheel(pen, c, g.front, opts(k, true, turn + 3));
  pen.ball(g.front, 16, c.black);
  pen.pipe(curve([P(650, 236), P(560, 244), P(516, 330), P(500, 440)]), 24, c.black, {});
  pen.pipe(`M${at(P(508, 372))}L${at(P(496, 470))}`, 34, c.black, { shine: 0.16 });
  pen.line(curve([P(500, 460), P(560, 452), P(566, 392)]), 8, c.grey, 'stroke-linecap="round"');
  pen.pipe(arc(g.front, g.frontR + 14, -205, -60), 12, c.black, { cap: 'butt' });
  pen.line(`M${at(P(30, g.rearR))}L${at(P(-30, 1150))}`, 4, c.grey);
  pen.shape(`M${at(P(-30, 1150))}l-120 22l116 44Z`, c.amber); // safety flag
}
