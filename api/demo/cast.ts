// The bikes of the demo community as they are at any time: who owns what, in which order, in which pictures.
import type { Drawing } from './draw-photo.ts';
import { type BikeFacts, describeBike } from './facts.ts';
import type { OwnedBike, Rider } from './garage/rider.ts';
import { riders } from './garage/riders.ts';
import { type Rng, rng } from './illustrator/random.ts';
import { spreadScenes } from './illustrator/scenes/choose.ts';
import { photoPlan } from './illustrator/shots.ts';
import type { BikeSpec } from './illustrator/spec.ts';
import { orderBikes } from './order.ts';

export interface CastBike {
  /** Names the bike in all that must not depend on the day: its drawings and their placeholders. */
  seed: string;
  /** The owner's username. */
  owner: string;
  facts: BikeFacts;
  talk: OwnedBike['talk'];
  /** Whether it stands among the newest. */
  front: boolean;
  drawings: Drawing[];
}

function seedOf(rider: Rider, bike: OwnedBike): string {
  const seed = `${bike.brand}-${bike.model}-${rider.username}`;
  return bike.take ? `${seed}-${bike.take}` : seed;
}

function drawingsOf(spec: BikeSpec, seed: string, front: boolean, r: Rng): Drawing[] {
  const count = front ? r.int(4, 6) : r.int(2, 5);
  return photoPlan(spec, seed, count).map(({ kind, aspect = '3:2' }) => ({ spec, kind, aspect, seed }));
}

/** Newest first. The same at every call. */
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
        front: place,
        spec: { ...spec, scene: bike.scene },
      };
    }),
  );
  const ordered = orderBikes(bikes, rng('order'));
  const scenes = spreadScenes(ordered, rng('scenes'));
  return ordered.map(({ spec, front, ...bike }, i) => ({
    ...bike,
    front: front !== null,
    drawings: drawingsOf({ ...spec, scene: scenes[i] }, bike.seed, front !== null, rng(bike.seed).fork('album')),
  }));
}
