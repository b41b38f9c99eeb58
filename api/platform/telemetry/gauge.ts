/**
 * A number that a module tells metrics. Each process reads it every five seconds at most. A label has a few fixed
 * values; nothing in it is about a member.
 */
export type Gauge = {
  /** In lower case with underscores; metrics prefix it with `headbadge_`. A counter's ends with `_total`. */
  name: string;
  help: string;
  /** Whether it only grows while the process runs. */
  isCounter?: true;
} & (
  | { label?: never; read(): number | Promise<number> }
  | { label: string; read(): Readonly<Record<string, number>> | Promise<Readonly<Record<string, number>>> }
);

/** Longer queues are not counted to their end. */
export const maxQueueLength = 10_000;
