import { type App, createApp } from '#api/app.ts';
import { CannotOpen, joinDatabase } from '#api/database.ts';
import { CannotIndex } from '#api/platform/index-builds.ts';
import { Jobs } from '#api/platform/jobs.ts';
import { createLog } from '#api/platform/logs.ts';
import { writePrivately } from '#api/platform/privacy.ts';
import { ConfigError, readConfig } from '#api/platform/settings/config.ts';
import { CannotStore } from '#api/platform/storage/port.ts';
import { Misused } from './misused.ts';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Opens the site, also while another process runs it, does the work and closes everything. */
export async function withSite<T>(work: (site: App, isAlone: boolean) => Promise<T>): Promise<T> {
  writePrivately();
  const config = readConfig(process.env);
  const log = createLog({ level: 'warn' });
  const database = await joinDatabase(config);
  const jobs = new Jobs(log);
  const { db, embedded: ownDatabase } = database;
  const site = await createApp({ config, db, ownDatabase, page: '', jobs, now: () => new Date(), log });
  try {
    return await work(site, ownDatabase);
  } finally {
    await jobs.stop();
    await site.close();
    await database.close();
  }
}

/**
 * Runs a command. Misuse exits with code 2 and prints the usage; an expected error exits with code 1 and prints its
 * message only.
 */
export async function command(
  main: (args: string[]) => Promise<void>,
  usage: string,
  expected: readonly (new (...args: never[]) => Error)[] = [],
): Promise<void> {
  // As after `| head`: the work is completed although nobody reads what it says.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  await main(process.argv.slice(2)).catch((error: unknown) => {
    if (error instanceof Misused) {
      process.stderr.write(`${error.message}\n\n${usage}`);
      process.exitCode = 2;
      return;
    }
    const isExpected = [...expected, CannotIndex, CannotOpen, CannotStore, ConfigError].some(
      (kind) => error instanceof kind,
    );
    process.stderr.write(`${isExpected ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
    process.exitCode = 1;
  });
}
