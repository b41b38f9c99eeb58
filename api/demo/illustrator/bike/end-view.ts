import type { BikeColours } from '../ink/palette.ts';
import { at, n, type Pen, type Pt, pt, tone } from '../ink/pen.ts';
import { bars, cranks, load, saddle } from './end-fittings.ts';
import { fork, frame, head, stays } from './end-frame.ts';
import { both, P, type View } from './end-kit.ts';
import type { Fitout } from './fitout.ts';
import type { Geometry } from './geometry.ts';

export function endGeometry(g: Geometry, rearView: boolean): Geometry {
  const R = rearView ? g.rearR : g.frontR,
    h = (p: Pt): Pt => pt(0, p.y - g.ground);
  return {
    ...g,
    rear: P(0, R),
    front: P(0, R),
    rearR: R,
    frontR: R,
    ground: 0,
    saddle: h(g.saddle),
    clamp: h(g.clamp),
    bb: pt(-190, g.bb.y - g.ground),
  };
}

export function endView(pen: Pen, c: BikeColours, g: Geometry, f: Fitout, rearView: boolean): void {
  const R = rearView ? g.rearR : g.frontR,
    v: View = { pen, c, f, g, R, w: g.tyre, up: (p) => g.ground - p.y };
  if (rearView) {
    bars(v, -0.1);
    fork(v, true);
    frame(v, true);
    tyre(v, g.tyre);
    stays(v);
    saddle(v, true);
    cranks(v);
    load(v, true);
  } else {
    frame(v, false);
    saddle(v, false);
    cranks(v);
    tyre(v, g.tyre);
    fork(v, false);
    head(v);
    load(v, false);
    bars(v, 0);
  }
}

function tyre({ pen, c, f, R }: View, w: number): void {
  const rim = 2 * R,
    hub = 46;
  let d = '';
  for (let i = 0; i < 9; i++) {
    const y = R + (R * 0.93 - w) * Math.sin(((i - 4) / 4.6) * 1.5708);
    d += `M${at(P(-hub * 0.6, R))}L${at(P(-2, y))}M${at(P(hub * 0.6, R))}L${at(P(2, y))}`;
  }
  pen.quiet(() => pen.line(d, 1.8, c.spoke, 'stroke-opacity=".8"'));
  pen.tube(P(-hub, R), P(hub, R), 30, 30, f.metal === 'silver' ? c.silver : c.black, 'gloss');
  both((s) => pen.ball(P(s * (hub + 8), R), 11, c.steel));
  const body = `M${n(-w / 2)} ${n(-w * 0.9)}Q${n(-w / 2)} 0 0 0Q${n(w / 2)} 0 ${n(w / 2)} ${n(-w * 0.9)}V${n(-rim + w * 0.9)}Q${n(w / 2)} ${n(-rim)} 0 ${n(-rim)}Q${n(-w / 2)} ${n(-rim)} ${n(-w / 2)} ${n(-rim + w * 0.9)}Z`;
  pen.shape(body, pen.across(P(0, 0), P(0, rim), w, c.rubber, 'gloss'));
  pen.quiet(() => {
    const k = f.tyre.knobs;
    if (k > 0.3)
      for (const [x, ww] of [
        [-0.36, 0.16],
        [-0.1, 0.17],
        [0.12, 0.17],
        [0.36, 0.16],
      ] as const)
        pen.line(
          `M${n(x * w)} ${n(-w * 0.5)}V${n(-rim + w * 0.5)}`,
          w * ww,
          tone(c.rubber, 0.09),
          `stroke-dasharray="${n(8 + k * 6)} ${n(5 + k * 5)}" stroke-dashoffset="${n(x * 60)}"`,
        );
    else pen.line(`M0 ${n(-w)}V${n(-rim + w)}`, w * 0.3, tone(c.rubber, 0.06));
  });
}
