// The photographs of a bike.
import { readFileSync } from 'node:fs';
import type { JourneyShot } from './bikes/rider.ts';
import type { CastBike } from './cast.ts';
import { captions } from './comments/captions.ts';
import { type Drawing, drawingSize } from './draw-photo.ts';
import { seededId } from './ids.ts';
import type { Rng } from './illustrator/random.ts';
import type { DemoPhoto } from './types.ts';

/** Thumbhashes by bike seed, in the order of the photographs. */
const placeholders: Record<string, string[] | undefined> = JSON.parse(
  readFileSync(new URL('./placeholders.json', import.meta.url), 'utf8'),
);

function captionFor(
  { kind }: Drawing,
  shot: JourneyShot | undefined,
  r: Rng,
): Pick<DemoPhoto, 'caption' | 'takenYear'> {
  if (!shot) return { caption: r.chance(0.22) ? r.pick(captions[kind]) : '' };
  const [, , caption, takenYear] = shot;
  return { caption, takenYear };
}

/** @param taken milliseconds since the epoch, from which the photographs' ids are made */
export function albumOf(bike: CastBike, taken: number, r: Rng): DemoPhoto[] {
  const hashes = placeholders[bike.seed];
  const { drawings, journey } = bike;
  return drawings.map((drawing, i) => {
    const thumbhash = hashes?.[i];
    if (!thumbhash) throw new Error(`placeholders.json has nothing for ${bike.seed}: run make-placeholders.ts`);
    return {
      id: seededId(taken + i * 1000, r),
      ...drawingSize(drawing),
      thumbhash,
      kind: drawing.kind,
      ...captionFor(drawing, journey[i - drawings.length + journey.length], r),
      alt: '',
      drawing,
    };
  });
}
