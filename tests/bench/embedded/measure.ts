/** Milliseconds of one operation: wall clock, and processor time of all threads. */
interface Cost {
  wall: number;
  cpu: number;
}

/** The same work on both sides. */
export interface Comparison {
  embedded: Cost;
  plain: Cost;
}

/** The work of one side, with the number of operations in a call of `run`. */
export interface Work {
  operations: number;
  run(): unknown;
}

/** The median. */
const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The 99th percentile. */
export const p99 = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? Number.NaN;

async function costOf({ operations, run }: Work): Promise<Cost> {
  const start = performance.now();
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return { wall: (performance.now() - start) / operations, cpu: (user + system) / 1000 / operations };
}

const medians = (costs: Cost[]): Cost => ({
  wall: median(costs.map(({ wall }) => wall)),
  cpu: median(costs.map(({ cpu }) => cpu)),
});

/** Number of warm-up rounds. */
const uncounted = 2;

/**
 * Alternates between both sides, so that noise affects both, and returns the medians of the rounds after the warm-up.
 */
export async function compare(rounds: number, embedded: Work, plain: Work): Promise<Comparison> {
  const costs: { embedded: Cost; plain: Cost }[] = [];
  for (let round = 0; round < uncounted + rounds; round++)
    costs.push({ embedded: await costOf(embedded), plain: await costOf(plain) });
  const counted = costs.slice(uncounted);
  return {
    embedded: medians(counted.map((cost) => cost.embedded)),
    plain: medians(counted.map((cost) => cost.plain)),
  };
}

const shown = ({ wall, cpu }: Cost): string =>
  `${wall.toFixed(3)} ms, ${String(Math.round(1000 / wall))}/s, ${cpu.toFixed(3)} ms`;

/** One row of the table: time and rate, processor time, and both as multiples of plain SQLite's. */
export function lineOf(name: string, { embedded, plain }: Comparison): string {
  const times = (of: keyof Cost): string => `${(embedded[of] / plain[of]).toFixed(1)}x`;
  return row(name, shown(embedded), shown(plain), times('wall'), times('cpu'));
}

/** A row of the table. */
export const row = (name: string, embedded: string, plain: string, time = '', cpu = ''): string =>
  name.padEnd(24) + embedded.padEnd(32) + plain.padEnd(32) + time.padStart(6) + cpu.padStart(6);
