// Orders the bikes by publication, so that neighbors in the list differ.
import { itemAt } from './illustrator/item-at.ts';
import type { Rng } from './illustrator/random.ts';
import type { BikeSpec } from './illustrator/spec.ts';

interface Shown {
  spec: BikeSpec;
  owner: string;
  /** Its fixed place from 1, if it has one. */
  front: number | null;
}

const hour = 3_600_000;
/** In days: between the newest two bikes, and since the oldest. */
const [daysBetween, oldest] = [0.22, 430];

/** Sorts newest first: bikes with a fixed place, then the others, each as unlike its predecessors as possible. */
export function orderBikes<T extends Shown>(bikes: readonly T[], r: Rng): T[] {
  const rest = bikes.filter((bike) => bike.front === null);
  const out = bikes.filter((bike) => bike.front !== null).sort((a, b) => (a.front ?? 0) - (b.front ?? 0));
  const near = (same: (other: T) => boolean, reach: number, weight: number): number => {
    const steps = out.slice(-reach).reverse().findIndex(same);
    return steps < 0 ? 0 : weight * (1 - steps / (reach + 1));
  };
  while (rest.length) {
    const ranked = rest
      .map((bike) => ({
        bike,
        cost:
          near((other) => other.spec.colours[0] === bike.spec.colours[0], 5, 8) +
          near((other) => other.spec.category === bike.spec.category, 6, 6) +
          near((other) => other.owner === bike.owner, 8, 6) +
          r(),
      }))
      .sort((a, b) => a.cost - b.cost);
    const next = itemAt(ranked, 0).bike;
    out.push(next);
    rest.splice(rest.indexOf(next), 1);
  }
  return out;
}

/**
 * Returns how long ago the bikes of a list were published, newest first: the first an hour ago, the last 14 months ago,
 * with growing intervals.
 * @returns milliseconds
 */
export function agesOf(count: number, r: Rng): number[] {
  const slower = (oldest - daysBetween * count) / count ** 2;
  return Array.from({ length: count }, (_, i) => {
    const days = daysBetween * i + slower * i * i;
    return hour + Math.round((days + (i ? r.range(-0.06, 0.06) : 0)) * 24 * hour);
  });
}
