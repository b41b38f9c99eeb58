// Wheels: tyre, rim, spokes, hub, rotor.

import type { BikeColours } from '../ink/palette.ts';
import { add, arc, at, n, type Pen, type Pt, polar, pt, tone } from '../ink/pen.ts';
import type { Fitout } from './fitout.ts';

export type WheelOptions = {
  radius: number;
  bsd: number;
  kind: Fitout['wheel']['kind'];
  depth: number;
  rim: string;
  spokes: number;
  radial: boolean;
  track: boolean;
  wall: string | null;
  knobs: number;
  flange: number;
  turn: number;
  label?: boolean;
  hub: string;
  spoke: string;
  stripe: string | null;
};

export function wheel(pen: Pen, c: BikeColours, o: Pt, w: WheelOptions): void {
  const rimR = w.bsd / 2 + 5,
    h = w.radius - rimR,
    mid = rimR + h / 2;
  // Spokes, discs or blades sit behind the rim.
  const inner = rimR - w.depth;
  if (w.kind === 'disc') discBody(pen, o, inner + 4, w);
  else if (w.kind === 'tri' || w.kind === 'five') blades(pen, o, inner + 4, w);
  else spokes(pen, o, inner, w);
  hub(pen, o, w);
  // Rim
  const rc = w.rim;
  pen.ring(o, rimR - w.depth / 2, w.depth, rc);
  pen.quiet(() => {
    if (w.depth > 34) {
      pen.ring(o, inner + 2, 3, tone(rc, 0.1), 'stroke-opacity=".7"');
      pen.line(
        arc(o, inner + w.depth * 0.62, -165, -65),
        w.depth * 0.3,
        tone(rc, 0.16),
        'stroke-opacity=".35" stroke-linecap="round"',
      );
      pen.line(
        arc(o, inner + w.depth * 0.4, 20, 100),
        w.depth * 0.34,
        tone(rc, -0.2),
        'stroke-opacity=".4" stroke-linecap="round"',
      );
      if (w.stripe)
        for (const base of [w.turn - 50, w.turn + 70, w.turn + 190])
          pen.line(arc(o, inner + w.depth * 0.46, base - 13, base + 13), w.depth * 0.1, w.stripe);
    } else {
      pen.ring(o, inner + w.depth * 0.3, w.depth * 0.28, tone(rc, 0.12), 'stroke-opacity=".6"');
      pen.ring(o, inner + 1, 1.4, tone(rc, -0.25), 'stroke-opacity=".7"');
    }
    if (w.track) {
      pen.ring(o, rimR - 5, 9, c.silver);
      pen.ring(o, rimR - 9, 1.2, tone(c.silver, -0.3), 'stroke-opacity=".6"');
      pen.line(arc(o, rimR - 5, -160, -70), 4, c.chrome, 'stroke-opacity=".8"');
    }
    // Valve
    const v = w.turn + 97,
      a = polar(o, inner, v),
      b = polar(o, inner - 30 + Math.min(20, w.depth * 0.3), v);
    pen.line(`M${at(a)}L${at(b)}`, w.label ? 6 : 3.4, w.label ? c.chrome : c.grey);
  });
  // Tyre
  pen.ring(o, mid, h, c.rubber);
  pen.quiet(() => {
    if (w.knobs > 0) {
      const k = 3 + w.knobs * 4.5,
        pitch = w.knobs > 0.8 ? 20 : 13,
        per = (2 * Math.PI * w.radius) / Math.round((2 * Math.PI * w.radius) / pitch);
      pen.ring(
        o,
        w.radius - 0.5,
        k,
        c.rubber,
        `stroke-dasharray="${(per * 0.58).toFixed(3)} ${(per * 0.42).toFixed(3)}"`,
      );
      if (w.knobs > 0.3)
        pen.ring(
          o,
          w.radius - k * 1.5,
          k * 1.4,
          tone(c.rubber, 0.07),
          `stroke-dasharray="${(per * 0.42).toFixed(3)} ${(per * 0.58).toFixed(3)}"`,
        );
    }
    if (w.wall) {
      pen.ring(o, rimR + h * 0.34, h * 0.62, w.wall);
      pen.ring(o, rimR + h * 0.62, h * 0.12, tone(w.wall, -0.12), 'stroke-opacity=".6"');
    } else pen.ring(o, rimR + h * 0.46, h * 0.4, tone(c.rubber, 0.09), 'stroke-opacity=".75"');
    pen.ring(o, rimR + h * 0.04, Math.max(1.2, h * 0.07), tone(c.rubber, -0.08), 'stroke-opacity=".8"');
    if (w.label) {
      const v = w.turn + 97;
      pen.line(arc(o, rimR + h * 0.5, v - 17, v + 17), h * 0.34, c.chrome, 'stroke-opacity=".9"');
    }
    const id = pen.newId(),
      x2 = pen.light.x < 0 ? 1 : 0; // light from above runs round the tyre
    pen.raw(
      `<linearGradient id="${id}" x1="${1 - x2}" y1="0" x2="${x2}" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".2"/><stop offset=".4" stop-color="#fff" stop-opacity="0"/><stop offset=".6" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></linearGradient>`,
    );
    pen.ring(o, rimR + h * 0.5, h * 0.9, `url(#${id})`);
  });
}

function spokes(pen: Pen, o: Pt, inner: number, w: WheelOptions): void {
  const near: string[] = [],
    far: string[] = [];
  for (let i = 0; i < w.spokes; i++) {
    const a = w.turn + (360 / w.spokes) * i;
    const sway = w.radial ? 0 : ((i >> 1) % 2 ? 1 : -1) * (w.spokes > 26 ? 66 : 52);
    const p = polar(o, inner + 2, a),
      q = polar(o, w.flange - 2, a + sway);
    (i % 2 ? far : near).push(`M${at(p)}L${at(q)}`);
  }
  const wd = w.spokes <= 20 ? 2.6 : 2;
  pen.raw(
    `<path d="${far.join('')}" fill="none" stroke="${tone(w.spoke, -0.16)}" stroke-width="${wd}" stroke-opacity=".8"/><path d="${near.join('')}" fill="none" stroke="${w.spoke}" stroke-width="${wd}"/>`,
  );
  if (pen.casts)
    pen.shadow.push(
      `<path d="${far.join('') + near.join('')}" fill="none" stroke="currentColor" stroke-width="2" stroke-opacity=".6"/>`,
    );
}

function discBody(pen: Pen, o: Pt, r: number, w: WheelOptions): void {
  pen.dot(o, r, tone(w.rim, 0.03));
  pen.quiet(() => {
    const id = pen.newId();
    pen.raw(
      `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${tone(w.rim, 0.16)}"/><stop offset=".42" stop-color="${tone(w.rim, 0.04)}"/><stop offset="1" stop-color="${tone(w.rim, -0.12)}"/></linearGradient>`,
    );
    pen.dot(o, r, `url(#${id})`);
    pen.shape(
      `M${at(o)}L${at(polar(o, r, -118))}A${n(r)} ${n(r)} 0 0 1 ${at(polar(o, r, -96))}Z`,
      tone(w.rim, 0.2),
      'fill-opacity=".35"',
    );
    pen.shape(
      `M${at(o)}L${at(polar(o, r, 62))}A${n(r)} ${n(r)} 0 0 1 ${at(polar(o, r, 84))}Z`,
      tone(w.rim, 0.2),
      'fill-opacity=".22"',
    );
    if (w.stripe)
      for (const b of [-90, 90]) pen.line(arc(o, r * 0.74, b + w.turn - 24, b + w.turn + 24), r * 0.05, w.stripe);
    pen.ring(o, r * 0.52, 1, tone(w.rim, 0.2), 'stroke-opacity=".35"');
  });
}

function blades(pen: Pen, o: Pt, r: number, w: WheelOptions): void {
  const k = w.kind === 'tri' ? 3 : 5,
    wide = w.kind === 'tri' ? 62 : 40;
  for (let i = 0; i < k; i++) {
    const a = w.turn + (360 / k) * i,
      q = (rad: number, off: number): Pt => add(polar(o, rad, a), polar(pt(0, 0), off, a + 90));
    const d = `M${at(q(8, -wide * 0.42))}C${at(q(r * 0.4, -wide * 0.36))} ${at(q(r * 0.7, -wide * 0.5))} ${at(q(r + 2, -wide * 0.95))}L${at(q(r + 2, wide * 0.95))}C${at(q(r * 0.7, wide * 0.5))} ${at(q(r * 0.4, wide * 0.36))} ${at(q(8, wide * 0.42))}Z`;
    pen.shape(d, w.rim);
    pen.quiet(() =>
      pen.line(
        `M${at(q(26, -wide * 0.2))}L${at(q(r * 0.8, -wide * 0.26))}`,
        wide * 0.16,
        tone(w.rim, 0.16),
        'stroke-opacity=".7" stroke-linecap="round"',
      ),
    );
  }
  pen.dot(o, 30, w.rim);
}

function hub(pen: Pen, o: Pt, w: WheelOptions): void {
  pen.dot(o, w.flange + 2.5, tone(w.hub, -0.1));
  pen.quiet(() => {
    pen.ring(o, w.flange - 2.5, 2, tone(w.hub, 0.14), 'stroke-opacity=".7"');
    if (w.flange > 24 && w.flange < 40)
      for (let i = 0; i < 8; i++) pen.dot(polar(o, w.flange - 7, i * 45 + w.turn), 2.6, tone(w.hub, -0.3));
  });
  pen.ball(o, Math.max(11, w.flange * 0.55), w.hub);
}

/** Brake rotor on a spider. */
export function rotor(pen: Pen, c: BikeColours, o: Pt, r: number, turn: number): void {
  pen.ring(o, r - 8, 16, c.steel);
  pen.quiet(() => {
    pen.ring(o, r - 8, 13, c.silver);
    pen.ring(o, r - 8, 5, tone(c.steel, -0.12), `stroke-dasharray="4 9"`);
    pen.ring(o, r - 13, 2, tone(c.steel, 0.02), `stroke-dasharray="3 11"`);
    pen.line(arc(o, r - 8, -165, -75), 6, c.chrome, 'stroke-opacity=".5"');
    for (let i = 0; i < 5; i++)
      pen.line(`M${at(polar(o, 14, turn + i * 72))}L${at(polar(o, r - 15, turn + i * 72 + 26))}`, 7, c.grey);
    pen.dot(o, 22, c.grey);
    pen.ring(o, 17, 3, c.black, 'stroke-dasharray="4 3"');
  });
}

/** A round shell for drum brakes, hub gears and hub motors. */
export function shell(pen: Pen, c: BikeColours, o: Pt, r: number, color: string): void {
  pen.dot(o, r, tone(color, -0.12));
  pen.quiet(() => {
    pen.dot(add(o, pen.light, r * 0.06), r * 0.92, color);
    pen.line(arc(o, r * 0.78, -160, -60), r * 0.14, tone(color, 0.16), 'stroke-opacity=".7" stroke-linecap="round"');
    pen.ring(o, r * 0.5, 1.5, tone(color, -0.2));
  });
  pen.ball(o, 12, c.steel);
}
