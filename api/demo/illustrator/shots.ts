import type { Fitout } from './bike/fitout.ts';
import type { Geometry } from './bike/geometry.ts';
import { type Pt, pt } from './ink/pen.ts';
import { type Rng, rng } from './random.ts';
import { type BikeSpec, type Shot, type ShotKind, shotKinds } from './spec.ts';

/** The kinds of photograph that suit a bike; low machines have only a right side and close-ups. */
export function shotKindsFor(spec: BikeSpec): ShotKind[] {
  const low = spec.category === 'Handbike' || spec.category === 'Recumbent';
  return shotKinds.filter((k) => !low || k === 'Drive side' || isCrop(k));
}

/** Plans a gallery of `count` photographs, the drive side first, mostly 3:2. */
export function photoPlan(spec: BikeSpec, seed: number | string, count: number): Shot[] {
  const r = rng(seed).fork('gallery'),
    rest = shotKindsFor(spec).filter((k) => k !== 'Drive side'),
    plan: Shot[] = [{ kind: 'Drive side', aspect: '3:2' }];
  while (plan.length < count && rest.length) {
    const [kind] = rest.splice(Math.floor(r() * rest.length), 1);
    if (!kind) break;
    const upright = kind === 'Front' || kind === 'Rear' || kind === 'Cockpit';
    plan.push({ kind, aspect: upright && r.chance(0.6) ? '4:5' : kind === 'Detail' && r.chance(0.6) ? '1:1' : '3:2' });
  }
  return plan;
}

export const isCrop = (k: ShotKind): boolean =>
  k === 'Cockpit' || k === 'Drivetrain' || k === 'Wheels' || k === 'Detail';

/** The frame of a close-up, in the bike's millimeters. */
export function crop(kind: ShotKind, g: Geometry, f: Fitout, r: Rng): { x: number; y: number; w: number } {
  const low = g.ground === 0,
    mean = (a: Pt, b: Pt): Pt => pt((a.x + b.x) / 2, (a.y + b.y) / 2);
  if (kind === 'Cockpit')
    return low
      ? { x: g.bb.x - 120, y: g.bb.y + 20, w: 760 }
      : { x: g.clamp.x - (f.bar.startsWith('Swept') || f.bar === 'Cruiser' ? 40 : 10), y: g.clamp.y + 70, w: 620 };
  if (kind === 'Drivetrain') return low ? { x: g.bb.x, y: g.bb.y, w: 560 } : { x: g.rear.x * 0.5, y: 12, w: 800 };
  if (kind === 'Wheels')
    return r.chance(0.65)
      ? { x: g.front.x - 20, y: g.front.y - 30, w: g.frontR * 2.75 }
      : { x: g.rear.x + 40, y: g.rear.y - 30, w: g.rearR * 2.75 };
  const head = mean(g.htTop, g.htBot),
    spots = low
      ? [{ x: g.front.x, y: g.front.y - 40, w: 460 }]
      : [
          { x: head.x - 60, y: head.y + 20, w: 430 },
          { x: g.ttSeat.x - 10, y: g.ttSeat.y - 60, w: 470 },
          { x: g.rear.x + 40, y: g.rear.y + 20, w: 430 },
          { x: g.saddle.x + 20, y: g.saddle.y + 118, w: 520 },
        ];
  return r.pick(spots);
}

/** The frame of a portrait: the head and its surroundings, in the bike's millimeters. */
export const portrait = (head: Pt, r: Rng): { x: number; y: number; w: number } => ({
  x: head.x + r.range(-60, 10),
  y: head.y + r.range(30, 70),
  w: r.range(440, 560),
});
