// A rider in side view, posed on the bike's three contact points.

import { lch, mix, toLch } from '../ink/oklch.ts';
import type { BikeColours } from '../ink/palette.ts';
import { add, at, curve, dist, lerp, type Pen, type Pt, polar, pt, sub, tone, unit } from '../ink/pen.ts';
import type { Rng } from '../random.ts';
import type { BikeSpec } from '../spec.ts';
import type { Fitout } from './fitout.ts';
import type { Geometry } from './geometry.ts';

export type Outfit = {
  jersey: string;
  sleeve: string;
  shorts: string;
  skin: string;
  shoe: string;
  helmet: string;
  hair: string;
  upright: boolean;
  casual: boolean;
};

/** The middle joint of a two-bone limb; bend picks the side. */
function joint(a: Pt, b: Pt, la: number, lb: number, bend: 1 | -1): Pt {
  const d = Math.min(dist(a, b), la + lb - 2),
    k = (la * la - lb * lb + d * d) / (2 * d),
    h = Math.sqrt(Math.max(0, la * la - k * k)),
    u = unit(sub(b, a));
  return pt(a.x + u.x * k + u.y * h * bend, a.y + u.y * k - u.x * h * bend);
}

export function outfit(spec: BikeSpec, paint: string, r: Rng, ambient: string): Outfit {
  const { h, c } = toLch(paint),
    t = (x: string): string => mix(x, ambient, 0.1),
    hue = c < 0.03 ? r.pick([25, 60, 150, 230, 265]) : h + r.pick([0, 180, 40, -40]);
  const casual = ['City', 'Commuter', 'Hybrid', 'Messenger'].includes(spec.category),
    jersey = t(lch(r.pick([0.86, 0.62, 0.42]), r.pick([0.03, 0.09, 0.06]), hue));
  return {
    jersey,
    sleeve: jersey,
    shorts: t(casual ? lch(r.pick([0.38, 0.55]), 0.045, r.pick([255, 70, 110])) : '#23252a'),
    skin: t(r.pick(['#d8a483', '#a9714d', '#7c5037', '#e3b899', '#5f3c2a'])),
    shoe: t(casual ? r.pick(['#efece6', '#7a4a31', '#2a2c31']) : r.pick(['#f0eeea', '#2a2c31', '#c4392f'])),
    helmet: t(casual ? lch(0.36, 0.03, hue) : r.pick(['#f1efea', '#26282d', lch(0.55, 0.12, hue)])),
    hair: t(r.pick(['#2b221d', '#5a3d28', '#1d1a19'])),
    upright: casual && !/Drop|Bullhorn/.test(spec.handlebar ?? ''),
    casual,
  };
}

type Pose = { hip: Pt; shoulder: Pt; hand: Pt; feet: [Pt, Pt] };
const CRANK = 170;

export function pose(g: Geometry, f: Fitout, spec: BikeSpec, hand: Pt): Pose {
  const mtb = ['Enduro', 'Downhill', 'Freeride'].includes(spec.category);
  const hip = mtb ? add(g.saddle, pt(-40, -150)) : add(g.saddle, pt(-18, -62)),
    d = dist(hip, hand),
    torso = 500;
  let reach = 545;
  if (d > torso + reach - 30) reach = d - torso + 40;
  // The shoulder is where torso and arm meet, above the line from hip to hand.
  const shoulder = joint(hip, hand, torso, reach * 0.97, 1);
  const foot = (deg: number): Pt => add(polar(g.bb, CRANK, deg), pt(-8, -14));
  return { hip, shoulder, hand, feet: [foot(f.crankAngle), foot(f.crankAngle + 180)] };
}

function limb(pen: Pen, a: Pt, b: Pt, w0: number, w1: number, color: string): void {
  pen.dot(a, w0 / 2, tone(color, -0.03));
  pen.dot(b, w1 / 2, tone(color, -0.04));
  const u = unit(sub(b, a)),
    nr = pt(u.y, -u.x),
    m = lerp(a, b, 0.38);
  const d = `M${at(add(a, nr, w0 / 2))}Q${at(add(m, nr, w0 * 0.56))} ${at(add(b, nr, w1 / 2))}L${at(add(b, nr, -w1 / 2))}Q${at(add(m, nr, -w0 * 0.6))} ${at(add(a, nr, -w0 / 2))}Z`;
  pen.shape(d, pen.across(a, b, w0, color, 'soft'));
}

function leg(pen: Pen, o: Outfit, hip: Pt, foot: Pt, k: number): void {
  const ankle = add(foot, pt(-62, -88)),
    knee = joint(hip, ankle, 432, 418, 1),
    skin = tone(o.skin, k),
    cloth = tone(o.shorts, k),
    sock = tone(o.casual ? o.shorts : '#f2f0ec', k);
  if (o.casual) {
    limb(pen, knee, ankle, 124, 84, cloth);
    limb(pen, hip, knee, 190, 128, cloth);
    limb(pen, lerp(knee, ankle, 0.9), ankle, 62, 56, skin);
  } else {
    limb(pen, knee, ankle, 112, 62, skin);
    limb(pen, lerp(knee, ankle, 0.66), ankle, 74, 62, sock);
    limb(pen, lerp(hip, knee, 0.6), knee, 140, 108, skin);
    limb(pen, hip, lerp(hip, knee, 0.74), 186, 132, cloth);
  }
  const s = tone(o.shoe, k),
    q = (x: number, y: number): Pt => add(foot, pt(x, y));
  pen.shape(
    `M${at(q(-96, -78))}Q${at(q(-60, -100))} ${at(q(-30, -84))}Q${at(q(6, -52))} ${at(q(74, -34))}Q${at(q(104, -24))} ${at(q(98, 0))}L${at(q(-92, 0))}Q${at(q(-108, -34))} ${at(q(-96, -78))}Z`,
    s,
  );
  pen.quiet(() =>
    pen.shape(
      `M${at(q(-94, -10))}H${(q(98, 0).x).toFixed(1)}V${(foot.y + 4).toFixed(1)}H${(q(-90, 0).x).toFixed(1)}Z`,
      tone(s, -0.24),
    ),
  );
}

function arm(pen: Pen, o: Outfit, sh: Pt, hand: Pt, k: number): void {
  const elbow = joint(sh, hand, 292, 282, -1),
    skin = tone(o.skin, k),
    sl = tone(o.sleeve, k),
    long = o.casual;
  limb(pen, elbow, hand, 72, 50, long ? sl : skin);
  limb(pen, lerp(sh, elbow, 0.4), elbow, 84, 70, long ? sl : skin);
  limb(pen, sh, lerp(sh, elbow, long ? 1 : 0.62), 108, long ? 74 : 92, sl);
  pen.shape(
    curve(
      [
        add(hand, pt(-34, -22)),
        add(hand, pt(6, -30)),
        add(hand, pt(36, -12)),
        add(hand, pt(34, 22)),
        add(hand, pt(2, 30)),
        add(hand, pt(-28, 16)),
      ],
      true,
    ),
    o.casual ? skin : tone('#2a2c31', k),
  );
}

export function farRider(pen: Pen, p: Pose, o: Outfit): void {
  leg(pen, o, add(p.hip, pt(10, -2)), p.feet[1], -0.13);
  arm(pen, o, add(p.shoulder, pt(18, -4)), add(p.hand, pt(10, -6)), -0.13);
}

/** @returns the position of the head */
export function nearRider(pen: Pen, c: BikeColours, p: Pose, o: Outfit): Pt {
  // Torso: a rounded back from hip to shoulder, belly flatter
  const u = unit(sub(p.shoulder, p.hip)),
    back = pt(u.y, -u.x),
    q = (k: number, off: number): Pt => add(lerp(p.hip, p.shoulder, k), back, off);
  const torso = curve(
    [
      q(-0.16, -10),
      q(-0.12, 62),
      q(0.16, 104),
      q(0.5, 118),
      q(0.86, 96),
      q(1.08, 44),
      q(1.12, -30),
      q(0.98, -84),
      q(0.6, -92),
      q(0.24, -84),
      q(-0.04, -70),
    ],
    true,
  );
  const nk = add(p.shoulder, u, 46),
    lean = o.upright ? pt(26, -142) : pt(96, -118),
    head = add(nk, lean);
  limb(pen, nk, lerp(nk, head, 0.8), 96, 84, tone(o.skin, -0.06));
  pen.shape(torso, pen.across(q(0, 0), q(1, 0), 220, o.jersey, 'soft'));
  pen.quiet(() => {
    pen.line(
      curve([q(0.3, -70), q(0.5, -36), q(0.78, -44)]),
      3,
      tone(o.jersey, -0.1),
      'stroke-opacity=".6" stroke-linecap="round"',
    );
    if (!o.casual) {
      pen.line(curve([q(0.04, 92), q(0.12, 24), q(0.06, -60)]), 5, tone(o.jersey, -0.12), 'stroke-opacity=".7"');
      pen.line(curve([q(0.96, 84), q(0.74, 20), q(0.7, -88)]), 20, c.frame, 'stroke-opacity=".55"');
    }
  });
  headAndHelmet(pen, o, head, o.upright ? 4 : 14);
  leg(pen, o, p.hip, p.feet[0], 0);
  arm(pen, o, p.shoulder, p.hand, 0);
  return head;
}

function headAndHelmet(pen: Pen, o: Outfit, h: Pt, tilt: number): void {
  pen.group(`transform="rotate(${tilt} ${at(h)})"`, () => {
    const q = (x: number, y: number): Pt => add(h, pt(x, y));
    pen.shape(
      `M${at(q(-84, -40))}C${at(q(-96, 30))} ${at(q(-74, 66))} ${at(q(-44, 78))}L${at(q(-34, 112))}L${at(q(30, 118))}C${at(q(60, 112))} ${at(q(72, 96))} ${at(q(74, 70))}L${at(q(84, 44))}Q${at(q(100, 36))} ${at(q(92, 22))}L${at(q(80, -20))}C${at(q(76, -70))} ${at(q(-60, -92))} ${at(q(-84, -40))}Z`,
      pen.across(q(-90, 0), q(90, 20), 190, o.skin, 'soft'),
    );
    pen.shape(
      `M${at(q(-84, -40))}C${at(q(-100, 20))} ${at(q(-92, 60))} ${at(q(-70, 76))}C${at(q(-40, 60))} ${at(q(-34, 20))} ${at(q(-20, -20))}Z`,
      o.hair,
    );
    pen.quiet(() => {
      pen.shape(curve([q(-26, 4), q(-12, -6), q(-4, 12), q(-14, 34), q(-26, 24)], true), tone(o.skin, -0.06));
      pen.shape(
        `M${at(q(26, -10))}L${at(q(88, -8))}Q${at(q(92, 16))} ${at(q(70, 20))}Q${at(q(40, 20))} ${at(q(26, -10))}Z`,
        '#22252b',
      );
      pen.line(`M${at(q(28, -6))}L${at(q(-18, -2))}`, 6, '#22252b');
      pen.line(curve([q(-20, -30), q(-2, 40), q(26, 104)]), 5, tone(o.helmet, -0.2));
    });
    pen.shape(
      `M${at(q(-112, -18))}C${at(q(-118, -90))} ${at(q(-60, -132))} ${at(q(6, -128))}C${at(q(72, -124))} ${at(q(106, -70))} ${at(q(104, -26))}Q${at(q(40, -40))} ${at(q(-20, -30))}Q${at(q(-70, -22))} ${at(q(-112, -18))}Z`,
      pen.across(q(-110, -70), q(100, -70), 130, o.helmet, 'gloss'),
    );
    pen.quiet(() => {
      for (const [x, y, w] of [
        [-74, -66, 44],
        [-16, -84, 52],
        [48, -72, 40],
      ] as const)
        pen.line(
          `M${at(q(x, y))}q${w / 2} -14 ${w} 4`,
          15,
          tone(o.helmet, -0.22),
          'stroke-linecap="round" stroke-opacity=".85"',
        );
    });
  });
}
