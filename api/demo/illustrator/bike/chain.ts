// A chain or belt run round pulleys, and the toothed wheels themselves.

import { add, at, dist, n, type Pen, type Pt, pt, sub, tone } from '../ink/pen.ts';
import { itemAt } from '../item-at.ts';

export type Pulley = { c: Pt; r: number; turn: 1 | -1 };

/** Closed path round pulleys; turn +1 runs anticlockwise as seen. */
export function runPath(p: Pulley[]): string {
  const legs = p.map((a, i) => {
    const b = itemAt(p, (i + 1) % p.length),
      d = sub(b.c, a.c),
      D = dist(a.c, b.c);
    const phi = Math.atan2(d.y, d.x) + Math.acos(Math.max(-1, Math.min(1, (a.r * a.turn - b.r * b.turn) / D)));
    const nr = pt(Math.cos(phi), Math.sin(phi));
    return { from: add(a.c, nr, a.r * a.turn), to: add(b.c, nr, b.r * b.turn) };
  });
  let d = `M${at(itemAt(legs, 0).from)}`;
  legs.forEach((leg, i) => {
    const next = itemAt(legs, (i + 1) % legs.length),
      q = itemAt(p, (i + 1) % p.length);
    const a0 = Math.atan2(leg.to.y - q.c.y, leg.to.x - q.c.x),
      a1 = Math.atan2(next.from.y - q.c.y, next.from.x - q.c.x);
    let sweep = q.turn > 0 ? a0 - a1 : a1 - a0;
    while (sweep < 0) sweep += Math.PI * 2;
    d += `L${at(leg.to)}A${n(q.r)} ${n(q.r)} 0 ${sweep > Math.PI ? 1 : 0} ${q.turn > 0 ? 0 : 1} ${at(next.from)}`;
  });
  return `${d}Z`;
}

export function chain(pen: Pen, d: string, color: string): void {
  pen.raw(
    `<g fill="none"><path d="${d}" stroke="${tone(color, -0.3)}" stroke-width="7.6"/><path d="${d}" stroke="${color}" stroke-width="5.6" stroke-dasharray="8.2 4.5"/><path d="${d}" stroke="${tone(color, -0.16)}" stroke-width="3.2" stroke-dasharray="8.2 4.5" stroke-dashoffset="6.3"/></g>`,
  );
  if (pen.casts) pen.shadow.push(`<path d="${d}" fill="none" stroke="currentColor" stroke-width="7"/>`);
}

export function belt(pen: Pen, d: string, color: string): void {
  pen.raw(
    `<g fill="none"><path d="${d}" stroke="${tone(color, -0.05)}" stroke-width="8"/><path d="${d}" stroke="${tone(color, 0.16)}" stroke-width="1.6" stroke-opacity=".8"/></g>`,
  );
  if (pen.casts) pen.shadow.push(`<path d="${d}" fill="none" stroke="currentColor" stroke-width="8"/>`);
}

export const radiusOf = (teeth: number): number => (teeth * 12.7) / (2 * Math.PI);

/** A toothed ring: band with teeth, open inside. */
export function sprocket(pen: Pen, c: Pt, teeth: number, band: number, color: string): void {
  const r = radiusOf(teeth),
    p = (2 * Math.PI * r) / teeth;
  pen.ring(c, r - band / 2 - 1, band, color);
  pen.quiet(() => {
    pen.ring(c, r + 0.8, 5.2, color, `stroke-dasharray="${(p * 0.5).toFixed(3)} ${(p * 0.5).toFixed(3)}"`);
    pen.ring(c, r - 3, 1.2, tone(color, 0.16), 'stroke-opacity=".6"');
    pen.ring(c, r - band, 1.2, tone(color, -0.25), 'stroke-opacity=".6"');
  });
}

/** Stacked cogs, largest behind. */
export function cassette(
  pen: Pen,
  c: Pt,
  small: number,
  large: number,
  count: number,
  color: string,
  dark: string,
): void {
  pen.dot(c, radiusOf(large) + 2, tone(color, -0.2));
  pen.quiet(() => {
    for (let i = 0; i < count; i++) {
      const t = Math.round(large * (small / large) ** (i / Math.max(1, count - 1)));
      const r = radiusOf(t),
        p = (2 * Math.PI * r) / t,
        step =
          i === count - 1
            ? r - 12
            : r - radiusOf(Math.round(large * (small / large) ** ((i + 1) / Math.max(1, count - 1))));
      const w = Math.max(2.2, step);
      const col = tone(color, -0.1 + (i % 2) * 0.07 + i * 0.008);
      pen.ring(c, r + 0.4, 4.6, col, `stroke-dasharray="${(p * 0.5).toFixed(3)} ${(p * 0.5).toFixed(3)}"`);
      pen.ring(c, r - w / 2 - 0.4, w, col);
      pen.ring(c, r - 2.2, 0.9, tone(col, 0.16), 'stroke-opacity=".7"');
      if (w > 7)
        pen.ring(
          c,
          r - w * 0.62,
          w * 0.3,
          tone(dark, 0.06),
          `stroke-dasharray="${n(r * 0.42)} ${n(r * 0.2)}" stroke-opacity=".45"`,
        );
    }
    pen.ball(c, 15, color);
    pen.ring(c, 11, 2.6, tone(dark, 0.05), 'stroke-dasharray="2.4 2"');
  });
}
