import { flushCompileCache } from 'node:module';
import { CannotOpen } from '#api/database.ts';
import { CannotIndex } from '#api/platform/index-builds.ts';
import { CannotListen } from '#api/platform/listen.ts';
import { createLog } from '#api/platform/logs.ts';
import { writePrivately } from '#api/platform/privacy.ts';
import { ConfigError, readConfig } from '#api/platform/settings/config.ts';
import { CannotStore } from '#api/platform/storage/port.ts';
import { startServer } from '#api/server.ts';

async function start(page: string | undefined) {
  const config = readConfig(process.env);
  const log = createLog({ level: config.logLevel });
  for (const sentence of config.misspelled) log.warn(sentence);
  return { server: await startServer(config, { log, ...(page && { page }) }), log };
}

/**
 * Runs the site that the environment describes until SIGINT, SIGTERM or the returned function stops it. The process
 * ends with the site.
 * @param page the folder with the built page, when it is not `dist`
 */
export async function runSite(page?: string): Promise<() => Promise<void>> {
  writePrivately();
  const { server, log } = await start(page).catch((error: Error) => {
    const expected = [ConfigError, CannotIndex, CannotListen, CannotOpen, CannotStore].some(
      (kind) => error instanceof kind,
    );
    process.stderr.write(`${expected ? error.message : error.stack}\n`);
    process.exit(1);
  });

  let stopping = false;
  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    await server.close();
    process.exit(0);
  }
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  const mails = server.mailbox ? `, and its mails are at ${server.mailbox}` : '';
  process.stdout.write(`Headbadge is running at ${server.url}${mails}\n`);
  // Stored now, because a site that is killed later would store nothing for its next start.
  flushCompileCache();
  return stop;
}
