import type { BikeColours } from '../ink/palette.ts';
import { add, at, curve, type Pen, poly, pt, tone } from '../ink/pen.ts';
import type { Geometry } from './geometry.ts';

export function motorAtCranks(pen: Pen, c: BikeColours, g: Geometry): void {
  const b = g.bb;
  pen.shape(
    curve(
      [
        add(b, pt(-52, -8)),
        add(b, pt(-40, -62)),
        add(b, pt(14, -84)),
        add(b, pt(72, -62)),
        add(b, pt(82, -14)),
        add(b, pt(56, 40)),
        add(b, pt(0, 62)),
        add(b, pt(-44, 38)),
      ],
      true,
    ),
    c.black,
  );
  pen.quiet(() => {
    pen.shape(
      curve(
        [
          add(b, pt(-34, -14)),
          add(b, pt(-22, -50)),
          add(b, pt(20, -66)),
          add(b, pt(58, -46)),
          add(b, pt(62, -10)),
          add(b, pt(38, 20)),
          add(b, pt(-10, 30)),
        ],
        true,
      ),
      tone(c.black, 0.09),
    );
    pen.line(
      curve([add(b, pt(-30, -34)), add(b, pt(10, -72)), add(b, pt(60, -54))]),
      3,
      tone(c.black, 0.26),
      'stroke-opacity=".7" stroke-linecap="round"',
    );
    for (const p of [pt(-38, 20), pt(64, -36), pt(34, 40)]) {
      pen.dot(add(b, p), 5, c.steel);
      pen.dot(add(b, p), 2, c.dark);
    }
  });
}

export function gearbox(pen: Pen, c: BikeColours, g: Geometry): void {
  const b = g.bb;
  pen.shape(
    poly([
      add(b, pt(-66, -70)),
      add(b, pt(40, -78)),
      add(b, pt(62, -30)),
      add(b, pt(54, 44)),
      add(b, pt(-30, 52)),
      add(b, pt(-70, 18)),
    ]),
    c.black,
    `stroke="${c.black}" stroke-width="16" stroke-linejoin="round"`,
  );
  pen.quiet(() => {
    for (let i = 0; i < 4; i++)
      pen.line(
        `M${at(add(b, pt(-58 + i * 4, -54 + i * 15)))}L${at(add(b, pt(-20, -58 + i * 15)))}`,
        4,
        tone(c.black, 0.14),
      );
    pen.ring(add(b, pt(-28, -28)), 26, 3, tone(c.black, 0.18));
    pen.ball(add(b, pt(-28, -28)), 11, c.grey);
  });
}
