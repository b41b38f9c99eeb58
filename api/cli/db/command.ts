import type { parseArgs } from 'node:util';
import type { Config } from '#api/platform/settings/config.ts';
import type { Meter } from './meter.ts';

export type Context = {
  config: Config;
  operands: string[];
  values: ReturnType<typeof parseArgs>['values'];
  /** Prints a line of the result. */
  say(line: string): void;
  meter: Meter;
  /** Aborts when the command should end. */
  signal: AbortSignal;
};

export type Command = {
  usage: string;
  /** A sentence about what it does. */
  says: string;
  options: NonNullable<Parameters<typeof parseArgs>[0]>['options'] & object;
  /** Minimum and maximum of its operands. */
  operands: [least: number, most: number];
  /** Returns the exit code. */
  run(context: Context): Promise<number>;
};
