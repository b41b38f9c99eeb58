export type Rng = {
  (): number;
  range(from: number, to: number): number;
  chance(probability: number): boolean;
  /** Returns the generator of a part, which draws nothing from this one. */
  fork(name: string): Rng;
};

function hash(text: string): number {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  h ^= h >>> 16;
  h = Math.imul(h, 2246822507);
  h ^= h >>> 13;
  return h >>> 0;
}

/** A random number generator between 0 and 1: the same seed gives the same numbers. */
export function rng(seed: string): Rng {
  let a = hash(seed) || 1;
  const next = (): number => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return Object.assign(next, {
    range: (from: number, to: number) => from + (to - from) * next(),
    chance: (probability: number) => next() < probability,
    fork: (name: string) => rng(`${seed}/${name}`),
  });
}
