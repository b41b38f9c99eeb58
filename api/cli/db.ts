import { randomBytes } from 'node:crypto';
import { CannotOpen } from '#api/database.ts';
import { Refusal } from '#api/embedded-mongo/operator/refusal.ts';
import { CannotBackUp } from '#api/platform/backup-place.ts';
import { CannotIndex } from '#api/platform/index-builds.ts';
import { writePrivately } from '#api/platform/privacy.ts';
import { ConfigError, readConfig } from '#api/platform/settings/config.ts';
import { adopt } from './db/adopt.ts';
import { backup } from './db/backup.ts';
import { backups } from './db/backups.ts';
import { check } from './db/check.ts';
import type { Command, Context } from './db/command.ts';
import { maintenance } from './db/maintenance.ts';
import { Meter } from './db/meter.ts';
import { restore } from './db/restore.ts';
import { serve } from './db/serve.ts';
import { shard } from './db/shard.ts';
import { exportTo, importFrom } from './db/transfer.ts';
import { Misused, readArgs } from './misused.ts';

const commands: Record<string, Command> = {
  backup,
  backups,
  restore,
  check,
  serve,
  export: exportTo,
  import: importFrom,
  adopt,
  maintenance,
  shard,
};

const usage = `npm run db -- COMMAND

${Object.values(commands)
  .map(({ usage, says }) => `  ${usage}\n      ${says}`)
  .join('\n')}

Commands use the database in DATA_DIR, through the site if it is running.
If MONGODB_URL is set, export, import, adopt, maintenance, shard and the backups of BACKUP_TO use that server.
`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const meter = new Meter(process.stderr);
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stopping.abort(new Refusal('Stopped.')));

/** @throws Misused */
function read(args: string[]): { command: Command; parsed: Pick<Context, 'values'> & { positionals: string[] } } {
  const [name = '', ...rest] = args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Misused(name ? `There is no command "${name}".` : 'Which command?');
  const parsed = readArgs(rest, command.options);
  const [min, max] = command.operands;
  const { length } = parsed.positionals;
  if (length < min || length > max) throw new Misused(`Usage: ${command.usage}`);
  return { command, parsed };
}

async function main(args: string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(usage);
    return 0;
  }
  const { command, parsed } = read(args);
  // No command signs anything, so random keys keep it from creating the key file, which is left to the site's first
  // start.
  const KEYS = process.env.KEYS || randomBytes(48).toString('base64url');
  const config = readConfig({ ...process.env, KEYS });
  const { positionals: operands, values } = parsed;
  return command.run({ config, operands, values, say, meter, signal: stopping.signal });
}

/** Errors of which the operator needs only the message. */
const isExpected = (error: unknown): error is Error =>
  [Refusal, CannotIndex, CannotOpen, ConfigError, CannotBackUp].some((kind) => error instanceof kind) ||
  (error instanceof Error && ('code' in error || error.cause !== undefined || error.name.startsWith('Mongo')));

writePrivately();
process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  meter.end();
  if (error instanceof Misused) {
    process.stderr.write(`${error.message}\n\n${usage}`);
    return 2;
  }
  process.stderr.write(`${isExpected(error) ? error.message : ((error as Error).stack ?? String(error))}\n`);
  return 1;
});
