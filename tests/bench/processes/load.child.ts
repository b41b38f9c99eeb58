import { performance } from 'node:perf_hooks';
import { Line } from '#tests/kit/raw-connection.ts';
import { calls, type Known, mixed } from './calls.ts';

/** A load: one call, or the mix, on connections that are spread over the origins and never pause. */
export type Load = { origins: string[]; connections: number; seconds: number; call: string | null };
export type Latency = { count: number; p50: number; p99: number };
/** Milliseconds, and seconds that it took. */
export type Loaded = { seconds: number; latencies: Record<string, Latency>; failures: Record<string, number> };

let known: Known;
let networks = 0;

/** Another network for each request, so that no rate limit counts it. */
function nextNetwork(): string {
  networks += 1;
  return `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;
}

const quantile = (sorted: number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;

async function run({ origins, connections, seconds, call }: Load): Promise<Loaded> {
  const times: Record<string, number[]> = {};
  const failures: Record<string, number> = {};
  const start = performance.now();
  const end = start + seconds * 1000;
  const visitor = async (n: number) => {
    const line = await Line.open(origins[n % origins.length] ?? '');
    while (performance.now() < end) {
      const name = call ?? mixed();
      const next = calls[name]?.next(known);
      if (!next) throw new Error(`There is no call "${name}".`);
      const headers = { 'Accept-Encoding': 'br', 'X-Forwarded-For': nextNetwork(), ...next.headers };
      const asked = performance.now();
      const status = await line.ask(next.method, next.path, headers, next.body);
      times[name] ??= [];
      times[name].push(performance.now() - asked);
      if (status >= 300) failures[`${status} ${name}`] = (failures[`${status} ${name}`] ?? 0) + 1;
    }
    line.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, n) => visitor(n)));
  const took = (performance.now() - start) / 1000;
  const latencies = Object.fromEntries(
    Object.entries(times).map(([name, all]) => {
      const sorted = all.sort((a, b) => a - b);
      return [name, { count: all.length, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }];
    }),
  );
  return { seconds: took, latencies, failures };
}

// The first message is what the visitors know, each later one a load.
process.once('message', (message: Known) => {
  known = message;
  process.on('message', (load: Load) => void run(load).then((loaded) => process.send?.(loaded)));
  process.send?.('ready');
});
process.on('disconnect', () => process.exit(0));
