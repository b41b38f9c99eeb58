import type { BikeColours } from '../ink/palette.ts';
import type { Pen } from '../ink/pen.ts';
import type { BikeSpec } from '../spec.ts';
import type { Fitout } from './fitout.ts';
import type { Geometry } from './geometry.ts';
import { handbike } from './low-handbike.ts';
import { type Kit, P } from './low-parts.ts';
import { highRacer } from './low-racer.ts';
import { trike } from './low-trike.ts';

/** The measures of a low machine, in the shape that camera and shadows need. */
export function lowGeometry(spec: BikeSpec, base: Geometry): Geometry {
  const tyre = spec.tyreWidth ?? 40,
    hand = spec.category === 'Handbike',
    trike = !hand && spec.handlebar === 'Under-Seat (recumbent)';
  const main = spec.wheelBsd ?? 559,
    big = Math.max(main, 559);
  const rearBsd = hand ? Math.max(559, main) : trike ? main : big,
    frontBsd = hand ? (main < 500 ? 406 : 559) : trike ? 406 : main < 500 ? 406 : main;
  const rearR = rearBsd / 2 + tyre * 0.9,
    frontR = frontBsd / 2 + tyre * 0.9,
    wb = hand ? 1130 : trike ? 1010 : 1120;
  return {
    ...base,
    rearR,
    frontR,
    rearBsd,
    frontBsd,
    tyre,
    ground: 0,
    rear: P(0, rearR),
    front: P(wb, frontR),
    saddle: P(0, hand ? 860 : 940),
    clamp: P(wb, hand ? 900 : 1000),
    bb: hand ? P(960, 760) : trike ? P(wb + 390, 395) : P(wb + 270, frontR + 395),
  };
}

export function lowBike(
  pen: Pen,
  c: BikeColours,
  g: Geometry,
  f: Fitout,
  spec: BikeSpec,
  turn: number,
  mark: string,
  drive: boolean,
): void {
  const kit: Kit = { pen, c, g, f, mark, drive };
  if (spec.category === 'Handbike') handbike(kit, turn);
  else if (spec.handlebar === 'Under-Seat (recumbent)') trike(kit, turn);
  else highRacer(kit, turn);
}
