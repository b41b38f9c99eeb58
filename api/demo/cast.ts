// The bikes of the demo community without dates: their owners, order and photographs.

import type { JourneyShot, OwnedBike, Rider } from './bikes/rider.ts';
import { riders } from './bikes/riders.ts';
import { cameraFor, gradeOf } from './camera-work.ts';
import { type BikeFields, describeBike } from './describe-bike.ts';
import type { Drawing } from './draw-photo.ts';
import { type Rng, rng } from './illustrator/random.ts';
import { otherScene, spreadScenes } from './illustrator/scenes/choose.ts';
import { photoPlan, shotKindsFor } from './illustrator/shots.ts';
import type { BikeSpec, Shot, ShotKind } from './illustrator/spec.ts';
import { orderBikes } from './order.ts';

/** The most liked bike, which is the largest on the home page. */
export const favorite = 'bianchi-Reparto Corse SLX-marta.wolny';

export interface CastBike {
  /** Seeds everything that must not depend on the date: the drawings and their placeholders. */
  seed: string;
  /** The owner's username. */
  owner: string;
  fields: BikeFields;
  talk: OwnedBike['talk'];
  /** The status of a bike that is not listed, with its reason; null for a listed bike. */
  availability: OwnedBike['availability'] | null;
  /** Whether it has a fixed place among the newest. */
  front: boolean;
  drawings: Drawing[];
  /** The captions of the last photos, which were taken elsewhere. */
  journey: readonly JourneyShot[];
  /** The photos of each day of its history, by their positions. */
  dayPhotos: readonly (readonly number[])[];
}

function seedOf(rider: Rider, bike: OwnedBike): string {
  const seed = `${bike.brand}-${bike.model}-${rider.username}`;
  return bike.take ? `${seed}-${bike.take}` : seed;
}

/** Number of photos taken at the bike's usual place, if it has a journey. */
const atHome = 4;
/** How often a bike has been photographed in a second place. */
const movesAbout = 0.45;

/** The photos at home, the cover first: mostly the drive side, else another view of the whole bike. */
function planOf(spec: BikeSpec, seed: string, count: number, isUsual: boolean, r: Rng): Shot[] {
  const plan = photoPlan(spec, seed, count);
  const wanted = r();
  const kind: ShotKind = wanted < 0.2 ? 'In use' : wanted < 0.31 ? 'Non-drive side' : 'Drive side';
  if (isUsual || kind === 'Drive side' || !shotKindsFor(spec).includes(kind)) return plan;
  return [{ kind }, ...plan.filter((shot) => shot.kind !== kind)].slice(0, count);
}

function drawingsOf(
  spec: BikeSpec,
  seed: string,
  { front, journey, isFavorite }: Pick<CastBike, 'front' | 'journey'> & { isFavorite: boolean },
  r: Rng,
): Drawing[] {
  const usual = front ? r.int(4, 6) : r.int(2, 5);
  const count = journey.length > 0 ? atHome : usual;
  const places = r.fork('places');
  const second = places.chance(movesAbout) ? { ...spec, scene: otherScene(spec, places) } : spec;
  const ordered = planOf(spec, seed, count, journey.length > 0 || isFavorite, r.fork('cover'));
  const isOld = (spec.year ?? 2000) < 1996;
  const taken = (shot: Pick<Drawing, 'spec' | 'kind' | 'aspect'>, i: number): Drawing => {
    const lens = r.fork(`photo ${i}`);
    const camera = cameraFor(shot.kind, shot.spec.scene ?? 'studio', i === 0, lens);
    const grade = isFavorite && i === 0 ? null : gradeOf(isOld, shot.spec.scene ?? 'studio', lens.fork('grade'));
    return { ...shot, seed, ...(!(isFavorite && i === 0) && { camera }), ...(grade && { grade }) };
  };
  const home = ordered.map(({ kind, aspect = '3:2' }, i) => taken({ spec: i < 2 ? spec : second, kind, aspect }, i));
  const away = journey.map(([scene, kind], i) =>
    taken({ spec: { ...spec, scene }, kind, aspect: '3:2' }, home.length + i),
  );
  return [...home, ...away];
}

/** Newest first. Deterministic. */
export function castBikes(): CastBike[] {
  const bikes = riders.flatMap((rider) =>
    rider.bikes.map((bike) => {
      const seed = seedOf(rider, bike);
      const { fields, spec } = describeBike(bike, rng(seed).fork('facts'));
      const place = bike.front ?? null;
      return {
        seed,
        owner: rider.username,
        fields,
        talk: bike.talk,
        availability: bike.availability ?? null,
        front: place,
        journey: bike.journey ?? [],
        dayPhotos: (bike.history ?? []).map(([, , , , photos = []]) => photos),
        spec: { ...spec, scene: bike.scene },
      };
    }),
  );
  // Unlisted bikes come last, so that they do not separate similar bikes in the visible order.
  const [listed, away] = [true, false].map((shown) =>
    bikes.filter(({ availability }) => (availability === null) === shown),
  );
  const ordered = [...orderBikes(listed ?? [], rng('order')), ...(away ?? [])];
  const scenes = spreadScenes(ordered, rng('scenes'));
  return ordered.map(({ spec, ...rest }, i) => {
    const bike = { ...rest, front: rest.front !== null };
    return {
      ...bike,
      drawings: drawingsOf(
        { ...spec, scene: scenes[i] },
        bike.seed,
        { ...bike, isFavorite: bike.seed === favorite },
        rng(bike.seed).fork('album'),
      ),
    };
  });
}
