// The bikes of the demo community without dates: their owners, order and photographs.
import type { Drawing } from './draw-photo.ts';
import { type BikeFacts, describeBike } from './facts.ts';
import type { JourneyShot, OwnedBike, Rider } from './garage/rider.ts';
import { riders } from './garage/riders.ts';
import { type Rng, rng } from './illustrator/random.ts';
import { spreadScenes } from './illustrator/scenes/choose.ts';
import { photoPlan } from './illustrator/shots.ts';
import type { BikeSpec } from './illustrator/spec.ts';
import { orderBikes } from './order.ts';

export interface CastBike {
  /** Seeds everything that must not depend on the date: the drawings and their placeholders. */
  seed: string;
  /** The owner's username. */
  owner: string;
  facts: BikeFacts;
  talk: OwnedBike['talk'];
  /** The status of a bike that is not listed, with its reason; null for a listed bike. */
  standing: OwnedBike['standing'] | null;
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

function drawingsOf(
  spec: BikeSpec,
  seed: string,
  { front, journey }: Pick<CastBike, 'front' | 'journey'>,
  r: Rng,
): Drawing[] {
  const usual = front ? r.int(4, 6) : r.int(2, 5);
  const count = journey.length > 0 ? atHome : usual;
  const home = photoPlan(spec, seed, count).map(({ kind, aspect = '3:2' }) => ({ spec, kind, aspect, seed }));
  const away = journey.map(([scene, kind]) => ({ spec: { ...spec, scene }, kind, aspect: '3:2' as const, seed }));
  return [...home, ...away];
}

/** Newest first. Deterministic. */
export function castBikes(): CastBike[] {
  const bikes = riders.flatMap((rider) =>
    rider.bikes.map((bike) => {
      const seed = seedOf(rider, bike);
      const { facts, spec } = describeBike(bike, rng(seed).fork('facts'));
      const place = bike.front ?? null;
      return {
        seed,
        owner: rider.username,
        facts,
        talk: bike.talk,
        standing: bike.standing ?? null,
        front: place,
        journey: bike.journey ?? [],
        dayPhotos: (bike.history ?? []).map(([, , , , photos = []]) => photos),
        spec: { ...spec, scene: bike.scene },
      };
    }),
  );
  // Unlisted bikes come last, so that they do not separate similar bikes in the visible order.
  const [listed, away] = [true, false].map((shown) => bikes.filter(({ standing }) => (standing === null) === shown));
  const ordered = [...orderBikes(listed ?? [], rng('order')), ...(away ?? [])];
  const scenes = spreadScenes(ordered, rng('scenes'));
  return ordered.map(({ spec, ...told }, i) => {
    const bike = { ...told, front: told.front !== null };
    return {
      ...bike,
      drawings: drawingsOf({ ...spec, scene: scenes[i] }, bike.seed, bike, rng(bike.seed).fork('album')),
    };
  });
}
