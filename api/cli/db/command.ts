import type { parseArgs } from 'node:util';
import type { Config } from '#api/platform/config.ts';
import type { Meter } from './meter.ts';

/** What a command was given, and how it answers. */
export type Context = {
  config: Config;
  operands: string[];
  values: ReturnType<typeof parseArgs>['values'];
  /** A line of the result. */
  say(line: string): void;
  meter: Meter;
  /** Aborts when the command is to end. */
  signal: AbortSignal;
};

export type Command = {
  usage: string;
  /** What it does, in a sentence. */
  says: string;
  options: NonNullable<Parameters<typeof parseArgs>[0]>['options'] & object;
  /** How many operands it takes, at least and at most. */
  operands: [least: number, most: number];
  /** Answers the exit code. */
  run(context: Context): Promise<number>;
};
