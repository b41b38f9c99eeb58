import type { BikeColours } from '../ink/palette.ts';
import { add, dist, type Pen, type Pt, polar, pt, tone } from '../ink/pen.ts';
import { belt, cassette, chain, type Pulley, radiusOf, runPath, sprocket } from './chain.ts';
import type { Fitout } from './fitout.ts';
import type { Geometry } from './geometry.ts';

export const CRANK = 170;

export type Chainline = { path: string; guide: Pt | null; tension: Pt | null; cogR: number; ringR: number };

export function chainline(g: Geometry, f: Fitout): Chainline {
  const ringR = radiusOf(f.drive.rings[f.ring ?? 0] ?? f.drive.rings[0]);
  if (f.drive.kind !== 'derailleur') {
    const cogR = radiusOf(f.drive.cog[0]);
    return {
      path: runPath([
        { c: g.bb, r: ringR, turn: 1 },
        { c: g.rear, r: cogR, turn: 1 },
      ]),
      guide: null,
      tension: null,
      cogR,
      ringR,
    };
  }
  const [small, large] = f.drive.cog,
    long = large > 40 ? 1 : large > 30 ? 0.55 : 0.1;
  const cogR = radiusOf(Math.round(large * (small / large) ** 0.55));
  const guide = add(g.rear, pt(10 + long * 6, 62 + long * 30)),
    tension = add(guide, pt(24 + long * 26, 52 + long * 30));
  const run: Pulley[] = [
    { c: g.bb, r: ringR, turn: 1 },
    { c: g.rear, r: cogR, turn: 1 },
    { c: guide, r: 21, turn: -1 },
    { c: tension, r: 21, turn: 1 },
  ];
  return { path: runPath(run), guide, tension, cogR, ringR };
}

export function rearCogs(pen: Pen, c: BikeColours, g: Geometry, f: Fitout): void {
  const k = f.drive.kind;
  if (k === 'derailleur') cassette(pen, g.rear, f.drive.cog[0], f.drive.cog[1], f.drive.cog[2], c.silver, c.black);
  else if (k !== 'shaft') {
    sprocket(pen, g.rear, f.drive.cog[0], 12, k === 'belt' ? c.grey : c.silver);
    pen.dot(g.rear, radiusOf(f.drive.cog[0]) - 8, tone(c.steel, -0.05));
    pen.quiet(() => {
      for (let i = 0; i < 5; i++) pen.dot(polar(g.rear, radiusOf(f.drive.cog[0]) - 13, i * 72), 3, tone(c.steel, -0.3));
    });
    pen.ball(g.rear, 13, c.steel);
  }
}

export function drawChain(pen: Pen, c: BikeColours, f: Fitout, line: Chainline): void {
  if (f.drive.kind === 'shaft') return;
  if (f.drive.kind === 'belt') belt(pen, line.path, c.black);
  else chain(pen, line.path, f.drive.fixed && f.metal === 'black' ? c.grey : c.chain);
}

export function chaincase(pen: Pen, c: BikeColours, g: Geometry, f: Fitout, line: Chainline): void {
  const grow = (r: number): number => r + 11,
    d = runPath([
      { c: g.bb, r: grow(line.ringR), turn: 1 },
      { c: g.rear, r: grow(line.cogR) + 2, turn: 1 },
    ]),
    col = f.fenders === 'frame' ? c.frame : c.black;
  pen.shape(d, pen.across(g.bb, g.rear, dist(g.bb, pt(0, line.ringR * 2)), col, 'gloss'));
  pen.quiet(() =>
    pen.line(
      runPath([
        { c: g.bb, r: line.ringR + 3, turn: 1 },
        { c: g.rear, r: line.cogR + 5, turn: 1 },
      ]),
      2,
      tone(col, 0.2),
      'stroke-opacity=".6"',
    ),
  );
}
