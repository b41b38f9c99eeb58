import { at, curve, n, type Pt, tone } from '../ink/pen.ts';
import { tapeColour } from './cockpit.ts';
import { both, P, type View } from './end-kit.ts';

export function saddle(v: View, behind: boolean): void {
  const { pen, c, f, g } = v,
    h = v.up(g.saddle),
    col = f.saddleColour === 'leather' ? c.leather : f.saddleColour === 'white' ? tone(c.chrome, 0.06) : c.black,
    k = f.saddle === 'comfort' ? 96 : 74;
  pen.line(`M${at(P(-22, h - 44))}L${at(P(22, h - 44))}`, 12, c.steel);
  pen.shape(
    curve(
      [
        P(-k, h - 22),
        P(-k * 0.9, h - 2),
        P(-k * 0.4, h + 8),
        P(0, h + (behind ? 2 : 6)),
        P(k * 0.4, h + 8),
        P(k * 0.9, h - 2),
        P(k, h - 22),
        P(k * 0.5, h - 34),
        P(0, h - 30),
        P(-k * 0.5, h - 34),
      ],
      true,
    ),
    pen.across(P(-k, h), P(k, h), 46, behind ? col : tone(col, -0.04), 'soft'),
  );
}

export function cranks(v: View): void {
  const { pen, c, f, g } = v,
    h = v.up(g.bb),
    a = (f.crankAngle * Math.PI) / 180,
    metal = f.metal === 'silver' ? c.silver : c.black;
  pen.tube(P(-60, h), P(60, h), 40, 40, tone(c.frame, -0.1), f.finish);
  both((s) => {
    const y = h - s * Math.sin(a) * 170;
    pen.tube(P(s * 66, h), P(s * 84, y), 22, 16, metal, 'gloss');
    pen.ball(P(s * 80, y), 12, metal);
    pen.shape(
      `M${at(P(s * 92, y + 10))}L${at(P(s * 178, y + 9))}V${n(-y + 9)}L${at(P(s * 92, y - 10))}Z`,
      tone(c.black, 0.02),
    );
  });
}

export function load(v: View, behind: boolean): void {
  const { pen, c, f, R, w } = v;
  if (f.fenders !== 'none') {
    const col = f.fenders === 'metal' ? c.chrome : f.fenders === 'frame' ? c.frame : c.black;
    pen.pipe(`M${at(P(0, 2 * R + 12))}V${n(behind ? -R * 0.9 : -2 * R + 40)}`, w + 16, col, {
      cap: 'round',
      shine: 0.14,
    });
  }
  if (f.panniers && behind)
    both((s) => {
      pen.shape(
        `M${at(P(s * 70, 2 * R + 30))}h${n(s * 140)}q${n(s * 14)} 4 ${n(s * 12)} 30v240q${n(-s * 6)} 36 ${n(-s * 40)} 36h${n(-s * 112)}Z`,
        pen.across(
          P(s * 70, R * 2),
          P(s * 70, R),
          200,
          f.saddleColour === 'leather' ? tone(c.tan, -0.12) : c.grey,
          'soft',
        ),
      );
    });
  if (f.basket !== 'none' && !behind) {
    const top = v.up(v.g.clamp) - 10,
      col = f.basket === 'wicker' ? tone(c.tan, -0.08) : c.grey,
      q = (x: number, y: number): Pt => P(x * 180 * (1 - y * 0.14), top - y * 215);
    pen.shape(
      `M${at(q(-1, 0))}L${at(q(1, 0))}L${at(q(1, 1))}L${at(q(-1, 1))}Z`,
      f.basket === 'wicker' ? pen.across(q(-1, 0.5), q(1, 0.5), 215, col, 'soft') : 'none',
      f.basket === 'wicker' ? '' : `stroke="${col}" stroke-width="7"`,
    );
    pen.quiet(() => {
      for (let i = 1; i < 9; i++)
        pen.line(
          `M${at(q(-0.97, i / 9))}L${at(q(0.97, i / 9))}`,
          f.basket === 'wicker' ? 9 : 3,
          tone(col, i % 2 ? -0.09 : 0.05),
          f.basket === 'wicker' ? `stroke-dasharray="13 9" stroke-dashoffset="${(i % 2) * 11}"` : '',
        );
      pen.line(`M${at(q(-1, 0))}L${at(q(1, 0))}`, 14, tone(col, -0.04), 'stroke-linecap="round"');
    });
  }
  if (f.lights) {
    const y = behind ? 2 * R + 30 : v.up(v.g.crown) + 26;
    pen.ball(P(0, y), behind ? 20 : 32, behind ? c.red : c.black);
    if (!behind) {
      pen.dot(P(0, y), 25, c.chrome);
      pen.dot(P(0, y), 16, '#fff6dc');
    }
  }
}

export function bars(v: View, k: number): void {
  const { pen, c, f, g } = v,
    y = v.up(g.clamp),
    tape = tone(tapeColour(c, f), k),
    metal = tone(f.metal === 'silver' ? c.silver : c.black, k),
    dark = tone(c.black, k),
    bar = f.bar;
  if (bar === 'Drop' || bar === 'Flared Drop' || bar === 'Pursuit') {
    const half = 205,
      out = bar === 'Flared Drop' ? 46 : 8;
    pen.tube(P(-90, y), P(90, y), 30, 30, metal, 'gloss');
    both((s) => {
      pen.pipe(
        curve([
          P(s * 80, y),
          P(s * 150, y),
          P(s * (half - 10), y - 6),
          P(s * half, y - 40),
          P(s * (half + out * 0.6), y - 100),
          P(s * (half + out), y - 142),
        ]),
        32,
        tape,
        {},
      );
      if (f.brake !== 'none') {
        pen.line(
          curve([P(s * (half + 2), y - 10), P(s * (half + 10), y - 60), P(s * (half + 16), y - 112)]),
          11,
          metal,
          'stroke-linecap="round"',
        );
        pen.shape(
          curve(
            [
              P(s * (half - 20), y + 36),
              P(s * half, y + 48),
              P(s * (half + 20), y + 34),
              P(s * (half + 20), y - 22),
              P(s * half, y - 36),
              P(s * (half - 20), y - 22),
            ],
            true,
          ),
          dark,
        );
      }
    });
  } else if (bar === 'Aero / TT' || bar === 'Bullhorn') {
    pen.tube(P(-205, y), P(205, y), 26, 26, metal, 'gloss');
    both((s) => {
      pen.ball(P(s * 205, y + 6), 17, tape);
      pen.line(`M${at(P(s * 205, y - 6))}V${n(-y + 72)}`, 9, metal, 'stroke-linecap="round"');
      if (bar === 'Aero / TT') {
        pen.ball(P(s * 48, y + 66), 13, dark);
        pen.shape(curve([P(s * 30, y + 74), P(s * 120, y + 92), P(s * 130, y + 68), P(s * 40, y + 54)], true), dark);
      }
    });
  } else if (bar === 'Swept-Back / Alt' || bar === 'Cruiser' || bar === 'Moustache') {
    const up = bar === 'Cruiser' ? 110 : 44;
    both((s) => {
      pen.pipe(
        curve([P(0, y), P(s * 70, y + 4), P(s * 150, y + up * 0.8), P(s * 260, y + up), P(s * 300, y + up - 10)]),
        24,
        tone(c.silver, k),
        { shine: 0.14 },
      );
      pen.ball(P(s * 302, y + up - 12), 18, f.saddleColour === 'leather' ? c.leather : dark);
      pen.line(
        curve([P(s * 230, y + up - 8), P(s * 280, y + up - 40), P(s * 310, y + up - 52)]),
        9,
        c.steel,
        'stroke-linecap="round"',
      );
    });
  } else {
    const half = /Flat|Riser|BMX/.test(bar) && f.year > 2012 && f.tyre.knobs > 0 ? 385 : 315,
      up = bar === 'Riser' ? 24 : bar === 'BMX' ? 150 : 0;
    both((s) => {
      pen.pipe(
        curve([P(0, y), P(s * 60, y), P(s * 110, y + up), P(s * (half - 120), y + up), P(s * half, y + up - 4)]),
        26,
        metal,
        {},
      );
      pen.pipe(`M${at(P(s * (half - 130), y + up))}L${at(P(s * half, y + up - 4))}`, 32, dark, { shine: 0.14 });
      pen.line(
        curve([P(s * (half - 170), y + up - 12), P(s * (half - 120), y + up - 40), P(s * (half - 30), y + up - 44)]),
        10,
        tone(c.grey, k),
        'stroke-linecap="round"',
      );
      pen.ball(P(s * (half - 168), y + up - 4), 17, dark);
    });
  }
  pen.shape(
    `M${at(P(-26, y + 23))}h52q5 0 5 5v36q0 5 -5 5h-52q-5 0 -5 -5v-36q0 -5 5 -5Z`,
    pen.across(P(-30, y), P(30, y), 46, metal, 'gloss'),
  );
  pen.quiet(() => {
    for (const [x, yy] of [
      [-18, 14],
      [18, 14],
      [-18, -14],
      [18, -14],
    ] as const)
      pen.dot(P(x, y + yy), 4, c.steel);
  });
}
