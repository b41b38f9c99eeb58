import type { BikeColours } from '../ink/palette.ts';
import { add, at, curve, type Pen, type Pt, pt, tone } from '../ink/pen.ts';
import { classicLever, flatLever, hood, tapeColour } from './cockpit.ts';
import type { Fitout } from './fitout.ts';
import type { Geometry } from './geometry.ts';

export type Arms = { hand: Pt; hoses: [Pt, ...Pt[]] };

export function bars(pen: Pen, c: BikeColours, g: Geometry, f: Fitout, side: 'near' | 'far'): Arms {
  const far = side === 'far',
    p = add(g.clamp, far ? pt(7, -5) : pt(0, 0)),
    k = far ? -0.14 : 0;
  const tape = tone(tapeColour(c, f), k),
    metal = tone(f.metal === 'silver' ? c.silver : c.black, k),
    was = pen.casts;
  if (far) pen.casts = false;
  const q = (x: number, y: number): Pt => add(p, pt(x, y));
  let hoses: [Pt, ...Pt[]] = [q(60, -20)],
    hand = q(80, -14);
  const bar = f.bar;
  if (bar === 'Drop' || bar === 'Flared Drop') {
    const fl = bar === 'Flared Drop' ? 12 : 0,
      track = f.drive.fixed && f.brake === 'none',
      deep = f.era !== 'modern' || track ? 18 : 0;
    const d = `M${at(q(-2, 0))}L${at(q(track ? 8 : 34, track ? 0 : 0))}C${at(q(track ? 56 : 66, 1))} ${at(q(92, 14))} ${at(q(91, 46))}C${at(q(90, 84 + deep * 0.4))} ${at(q(66 + fl * 0.4, 118 + deep))} ${at(q(24, 124 + deep - fl * 0.4))}L${at(q(-26 - fl, 130 + deep - fl * 0.3))}`;
    pen.pipe(d, f.tape === 'black' && track ? 27 : 31, tape, { cap: 'butt', shine: 0.1 });
    pen.quiet(() => {
      if (!far) tapeWraps(pen, d, tape);
    });
    pen.dot(q(-26 - fl, 130 + deep - fl * 0.3), 15.5, tone(c.black, k));
    if (!track) {
      const h = q(74, 8);
      f.era === 'classic' ? classicLever(pen, c, h, k, tape) : hood(pen, c, h, k, f);
      hoses = f.era === 'classic' ? [add(h, pt(36, -22))] : [q(30, 6)];
      hand = add(h, pt(22, -14));
    } else hand = q(40, 120);
  } else if (bar === 'Flat' || bar === 'Riser' || bar === 'BMX') {
    const rise = bar === 'BMX' ? 150 : bar === 'Riser' ? 24 : 0,
      e = q(-6, -rise),
      tip = q(-62, -rise - 3);
    if (rise) pen.pipe(`M${at(p)}L${at(e)}`, 24, metal, {});
    pen.pipe(`M${at(q(6, -rise))}L${at(tip)}`, 31, tone(c.black, k + 0.02), { shine: 0.14 });
    pen.quiet(() => {
      if (!far)
        pen.line(
          `M${at(q(-14, -rise - 1))}L${at(q(-54, -rise - 3))}`,
          27,
          tone(c.black, 0.1),
          'stroke-dasharray="2.4 5" stroke-opacity=".7"',
        );
    });
    pen.ball(tip, 15, tone(c.grey, k));
    flatLever(pen, c, q(8, -rise), k);
    hoses = [q(34, -rise + 4)];
    hand = q(-30, -rise - 14);
  } else if (bar === 'Swept-Back / Alt' || bar === 'Cruiser') {
    const up = bar === 'Cruiser' ? 118 : 46,
      back = bar === 'Cruiser' ? -250 : -205;
    const d = `M${at(p)}C${at(q(34, -8))} ${at(q(48, -up * 0.8))} ${at(q(4, -up))}C${at(q(-40, -up - 10))} ${at(q(back * 0.4, -up - 4))} ${at(q(back * 0.58, -up + 6))}`;
    pen.pipe(`${d}L${at(q(back, -up + 22))}`, 22.5, tone(c.silver, k), { cap: 'butt', shine: 0.14 });
    pen.pipe(
      `M${at(q(back * 0.52, -up + 3))}L${at(q(back, -up + 23))}`,
      32,
      tone(f.saddleColour === 'leather' ? c.leather : c.black, k),
      { shine: 0.12 },
    );
    pen.line(
      curve([q(back * 0.42, -up + 8), q(back * 0.5, -up + 28), q(back * 0.72, -up + 42), q(back * 0.92, -up + 46)]),
      7,
      tone(c.silver, k),
      'stroke-linecap="round"',
    );
    hoses = [q(back * 0.4, -up + 8)];
    hand = q(back * 0.8, -up);
    if (!far) {
      pen.ball(q(-30, -up - 20), 17, c.chrome);
      pen.quiet(() => pen.line(`M${at(q(-30, -up - 6))}v10`, 5, c.steel));
    }
  } else if (bar === 'Bullhorn' || bar === 'Pursuit') {
    const lift = bar === 'Pursuit' ? 22 : 0;
    const d = `M${at(p)}C${at(q(20, 4 + lift))} ${at(q(44, 26 + lift))} ${at(q(86, 20 + lift))}L${at(q(136, 2 + lift))}C${at(q(152, -4 + lift))} ${at(q(162, -14 + lift))} ${at(q(166, -26 + lift))}`;
    pen.pipe(d, 30, tape, { cap: 'butt', shine: 0.1 });
    pen.quiet(() => {
      if (!far) tapeWraps(pen, d, tape);
    });
    pen.dot(q(166, -27 + lift), 14, tone(c.black, k));
    if (f.brake !== 'none') {
      pen.line(
        curve([q(150, 6 + lift), q(176, 14 + lift), q(186, 44 + lift), q(180, 78 + lift)]),
        7,
        metal,
        'stroke-linecap="round"',
      );
    }
    hoses = [q(80, 26 + lift)];
    hand = q(130, -6 + lift);
  } else if (bar === 'Aero / TT') {
    const base = `M${at(p)}C${at(q(26, 2))} ${at(q(60, 22))} ${at(q(104, 18))}L${at(q(150, 4))}`;
    pen.pipe(base, 27, tape, { cap: 'butt', shine: 0.1 });
    pen.line(curve([q(142, 8), q(170, 18), q(182, 46), q(176, 74)]), 7, metal, 'stroke-linecap="round"');
    pen.tube(q(-4, -6), q(-10, -52), 24, 24, metal, 'gloss');
    pen.pipe(
      `M${at(q(-40, -62))}L${at(q(190, -66))}C${at(q(222, -67))} ${at(q(238, -76))} ${at(q(252, -102))}`,
      23,
      tone(c.black, k + 0.03),
      { cap: 'round' },
    );
    pen.shape(
      `M${at(q(-92, -70))}Q${at(q(-96, -84))} ${at(q(-78, -84))}L${at(q(20, -80))}Q${at(q(30, -76))} ${at(q(20, -68))}L${at(q(-70, -60))}Q${at(q(-88, -60))} ${at(q(-92, -70))}Z`,
      tone(c.black, k),
    );
    pen.quiet(() => pen.line(`M${at(q(-82, -80))}L${at(q(14, -77))}`, 4, tone(c.black, 0.2), 'stroke-linecap="round"'));
    hoses = [q(60, 14)];
    hand = q(210, -80);
  } else if (bar === 'Moustache') {
    const d = `M${at(p)}C${at(q(50, -6))} ${at(q(92, 8))} ${at(q(88, 36))}C${at(q(84, 62))} ${at(q(20, 56))} ${at(q(-90, 52))}`;
    pen.pipe(d, 30, tape, { cap: 'butt', shine: 0.1 });
    pen.quiet(() => {
      if (!far) tapeWraps(pen, d, tape);
    });
    pen.line(curve([q(84, 44), q(90, 66), q(40, 82), q(-10, 78)]), 7, metal, 'stroke-linecap="round"');
    hand = q(-40, 44);
  } else {
    // Butterfly / trekking
    const d = `M${at(p)}C${at(q(30, 0))} ${at(q(60, -6))} ${at(q(96, -8))}C${at(q(120, -10))} ${at(q(118, 18))} ${at(q(90, 20))}L${at(q(-60, 28))}`;
    pen.pipe(d, 30, tape, { cap: 'butt', shine: 0.1 });
    pen.quiet(() => {
      if (!far) tapeWraps(pen, d, tape);
    });
    flatLever(pen, c, q(-10, 26), k);
    hand = q(-30, 10);
  }
  pen.casts = was;
  return { hand, hoses };
}

function tapeWraps(pen: Pen, d: string, color: string): void {
  pen.line(d, 29, tone(color, -0.14), 'stroke-dasharray="1.3 11" stroke-opacity=".55"');
}
