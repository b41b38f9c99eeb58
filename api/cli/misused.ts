import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** An unknown command, or one with wrong arguments. */
export class Misused extends Error {}

/** Reads the arguments of a command. @throws Misused */
export function readArgs<O extends ParseArgsOptionsConfig>(args: string[], options: O) {
  try {
    return parseArgs({
      args,
      options: { ...options, help: { type: 'boolean', short: 'h' } as const },
      allowPositionals: true,
    });
  } catch (error) {
    throw new Misused((error as Error).message);
  }
}
