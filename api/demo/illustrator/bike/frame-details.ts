import type { BikeColours } from '../ink/palette.ts';
import { add, at, lerp, n, type Pen, type Pt, perp, poly, sub, tone, unit } from '../ink/pen.ts';
import type { Fitout } from './fitout.ts';
import type { Tubes } from './frame-parts.ts';
import type { Geometry } from './geometry.ts';

export function panels(pen: Pen, c: BikeColours, g: Geometry, f: Fitout, t: Tubes): void {
  if (c.second === c.frame) return;
  pen.quiet(() => {
    if (f.build === 'lugged' || f.build === 'slim') {
      // contrasting seat-tube panel with pinstripes
      const a = lerp(g.bb, g.seatTop, 0.42),
        b = lerp(g.bb, g.seatTop, 0.72);
      pen.tube(a, b, t.st[0] + 0.6, t.st[0] + 0.6, c.second, 'gloss');
      for (const p of [0.405, 0.735])
        pen.tube(
          lerp(g.bb, g.seatTop, p),
          lerp(g.bb, g.seatTop, p + 0.008),
          t.st[0] + 0.6,
          t.st[0] + 0.6,
          c.accent,
          'gloss',
        );
    } else {
      // fade towards the head tube
      const a = lerp(g.dtHead, g.bb, 0.01),
        b = lerp(g.dtHead, g.bb, 0.3),
        nr = perp(unit(sub(b, a))),
        id = pen.newId(),
        w = t.dt[0] * (f.motor === 'mid' ? 1.5 : 1);
      pen.raw(
        `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${n(a.x)}" y1="${n(a.y)}" x2="${n(b.x)}" y2="${n(b.y)}"><stop offset=".2" stop-color="${c.second}"/><stop offset="1" stop-color="${c.second}" stop-opacity="0"/></linearGradient>`,
      );
      pen.shape(
        poly([add(a, nr, w / 2 - 0.6), add(b, nr, w / 2 - 1), add(b, nr, -w / 2 + 1), add(a, nr, -w / 2 + 0.6)]),
        `url(#${id})`,
        'fill-opacity=".9"',
      );
    }
  });
}

/** Pointed lugs with a bright shoreline at the joints. */
export function lugs(pen: Pen, c: BikeColours, g: Geometry, t: Tubes): void {
  const lug = (from: Pt, to: Pt, w: number, len: number): void => {
    const u = unit(sub(to, from)),
      nr = perp(u),
      p = (a: number, b: number): Pt => add(add(from, u, a), nr, b);
    const d = `M${at(p(0, w / 2 + 1))}L${at(p(len * 0.55, w / 2 + 1))}Q${at(p(len * 0.62, w * 0.12))} ${at(p(len, 0))}Q${at(p(len * 0.62, -w * 0.12))} ${at(p(len * 0.55, -w / 2 - 1))}L${at(p(0, -w / 2 - 1))}Z`;
    pen.shape(
      d,
      pen.across(from, to, w + 2, c.second === c.frame ? tone(c.frame, -0.03) : c.second, 'gloss'),
      `stroke="${c.accent}" stroke-width="1.1" stroke-opacity=".75"`,
    );
  };
  pen.quiet(() => {
    lug(g.ttHead, g.ttSeat, t.tt[0], 44);
    lug(g.dtHead, g.bb, t.dt[0], 48);
    lug(g.ttSeat, g.ttHead, t.tt[0], 40);
    lug(g.bb, g.dtHead, t.dt[0], 44);
    lug(g.bb, g.seatTop, t.st[0], 46);
    lug(g.seatTop, g.bb, t.st[0], 62);
    pen.tube(
      g.htTop,
      add(g.htTop, g.down, 30),
      t.ht[0] + 1.5,
      t.ht[0] + 1.5,
      c.second === c.frame ? tone(c.frame, -0.03) : c.second,
      'gloss',
    );
    pen.tube(
      add(g.htBot, g.down, -30),
      g.htBot,
      t.ht[1] + 1.5,
      t.ht[1] + 1.5,
      c.second === c.frame ? tone(c.frame, -0.03) : c.second,
      'gloss',
    );
    pen.dot(g.bb, 24, tone(c.frame, -0.05));
  });
}

export function battery(pen: Pen, c: BikeColours, from: Pt, to: Pt, w: [number, number]): void {
  const a = lerp(from, to, 0.2),
    b = lerp(from, to, 0.8),
    nr = perp(unit(sub(b, a))),
    s = nr.y > 0 ? 1 : -1;
  pen.quiet(() => {
    const hw = w[0] * 0.5;
    const d = poly([
      add(a, nr, s * (hw - 4)),
      add(b, nr, s * (hw - 6)),
      add(b, nr, s * (hw * 0.05)),
      add(a, nr, s * (hw * 0.05)),
    ]);
    pen.shape(d, tone(c.black, 0.02), `fill-opacity=".92"`);
    pen.line(
      `M${at(add(a, nr, s * hw * 0.05))}L${at(add(b, nr, s * hw * 0.05))}`,
      1.4,
      tone(c.frame, 0.2),
      'stroke-opacity=".5"',
    );
    const key = add(lerp(a, b, 0.93), nr, s * hw * 0.45);
    pen.dot(key, 6, c.grey);
    pen.dot(key, 2.4, c.silver);
    for (let i = 0; i < 5; i++)
      pen.dot(add(lerp(a, b, 0.08 + i * 0.022), nr, s * hw * 0.5), 2, i < 4 ? '#7bc98a' : c.grey);
  });
}
