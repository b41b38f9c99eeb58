import { wordmark } from '../ink/lettering.ts';
import type { BikeColours } from '../ink/palette.ts';
import { add, at, lerp, type Pen, poly, pt, tone } from '../ink/pen.ts';
import type { Fitout } from './fitout.ts';
import type { Geometry } from './geometry.ts';

/** Deep-section time-trial frame with a cut-away seat tube. */
export function triFrame(pen: Pen, c: BikeColours, g: Geometry, f: Fitout, mark: string): void {
  const seatIn = add(g.bb, g.up, 130);
  pen.shape(
    `M${at(add(g.seatTop, pt(22, 6)))}L${at(add(g.seatTop, pt(-30, 4)))}C${at(add(g.seatTop, pt(-42, 120)))} ${at(add(seatIn, pt(-62, -70)))} ${at(add(seatIn, pt(-46, 30)))}L${at(add(g.bb, pt(-40, 10)))}L${at(add(g.bb, pt(22, -8)))}C${at(add(seatIn, pt(18, 40)))} ${at(add(seatIn, pt(24, -60)))} ${at(add(g.seatTop, pt(22, 6)))}Z`,
    pen.across(g.bb, g.seatTop, 70, c.frame, f.finish),
  );
  pen.tube(add(g.htTop, g.down, 24), add(g.ttSeat, pt(8, 0)), 46, 38, c.frame, f.finish);
  pen.tube(add(g.htBot, g.down, -18), add(g.bb, pt(4, -4)), 82, 70, c.frame, f.finish);
  pen.shape(
    `M${at(add(g.htTop, pt(-26, -2)))}L${at(add(g.htTop, pt(22, -4)))}L${at(add(g.htBot, pt(30, 2)))}L${at(add(g.htBot, pt(-40, 14)))}C${at(add(g.htBot, pt(-70, -10)))} ${at(add(g.htTop, pt(-80, 60)))} ${at(add(g.htTop, pt(-26, -2)))}Z`,
    pen.across(g.htTop, g.htBot, 70, c.frame, f.finish),
  );
  pen.dot(g.bb, 36, tone(c.frame, -0.05));
  pen.quiet(() => {
    pen.shape(
      poly([
        add(g.ttHead, pt(-70, -16)),
        add(g.ttHead, pt(-190, -13)),
        add(g.ttHead, pt(-196, 6)),
        add(g.ttHead, pt(-70, 6)),
      ]),
      tone(c.black, 0.03),
      'fill-opacity=".85"',
    );
  });
  wordmark(pen, lerp(g.dtHead, g.bb, 0.74), lerp(g.dtHead, g.bb, 0.2), 34, c.mark, mark, true);
}
