// The photographs of one bike.
import { readFileSync } from 'node:fs';
import type { CastBike } from './cast.ts';
import { captions } from './chatter/captions.ts';
import { drawingSize } from './draw-photo.ts';
import { seededId } from './ids.ts';
import type { Rng } from './illustrator/random.ts';
import type { DemoPhoto } from './types.ts';

/** Thumbhashes by a bike's seed, in the order of its photographs. */
const placeholders: Record<string, string[] | undefined> = JSON.parse(
  readFileSync(new URL('./placeholders.json', import.meta.url), 'utf8'),
);

/** @param taken milliseconds since the epoch, from which the photographs' ids are made */
export function albumOf(bike: CastBike, taken: number, r: Rng): DemoPhoto[] {
  const hashes = placeholders[bike.seed];
  return bike.drawings.map((drawing, i) => {
    const thumbhash = hashes?.[i];
    if (!thumbhash) throw new Error(`placeholders.json has nothing for ${bike.seed}: run make-placeholders.ts`);
    return {
      id: seededId(taken + i * 1000, r),
      ...drawingSize(drawing),
      thumbhash,
      kind: drawing.kind,
      caption: r.chance(0.22) ? r.pick(captions[drawing.kind]) : '',
      alt: '',
      drawing,
    };
  });
}
