import { once } from 'node:events';
import { CannotOpen } from '#api/database.ts';
import { startEmbeddedMongo } from '#api/embedded-mongo/embedded.ts';
import { openDoor } from '#api/embedded-mongo/operator/door.ts';
import { listeningSocket } from '#api/embedded-mongo/running.ts';
import { Misused } from '../misused.ts';
import type { Command } from './command.ts';
import { assertEmbedded } from './place.ts';

const defaultPort = 27_017;

function portOf(value: unknown): number {
  const port = value === undefined ? defaultPort : Number(value);
  if (value === '' || !Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Misused('The port must be a whole number from 0 to 65535. 0 lets the system choose.');
  return port;
}

export const serve: Command = {
  usage: 'serve [--port N]',
  says: `Opens the database on a port of this machine (${defaultPort}) for any MongoDB client, until you stop the command.`,
  options: { port: { type: 'string' } },
  operands: [0, 0],
  async run({ config, values, say, signal }) {
    const port = portOf(values.port);
    assertEmbedded(config, 'the address in MONGODB_URL');
    const { dataDir } = config;
    const isRunning = (await listeningSocket(dataDir)) !== null;
    const own = isRunning
      ? null
      : await startEmbeddedMongo({ folder: dataDir }).catch((cause: Error) => {
          throw new CannotOpen(cause.message, { cause });
        });
    try {
      const door = await openDoor(() => listeningSocket(dataDir), port);
      say(`The database ${isRunning ? 'of the running site ' : ''}listens at ${door.url}`);
      say('Every user of this machine can read and change it until this command ends.');
      if (!signal.aborted) await once(signal, 'abort');
      await door.close();
    } finally {
      await own?.close();
    }
    return 0;
  },
};
