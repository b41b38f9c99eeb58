import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';

/** The path of a folder's socket, which a killed process may have left behind; null if there is none. */
function socketOf(folder: string): string | null {
  const note = join(resolve(folder), 'db.sock.path');
  const socket = existsSync(note) ? readFileSync(note, 'utf8').trim() : join(resolve(folder), 'db.sock');
  return existsSync(socket) ? socket : null;
}

/** The driver URL of a database that another process runs on a folder; null if none seems to run. */
export function runningMongoUrl(folder: string): string | null {
  const socket = socketOf(folder);
  return socket && `mongodb://${encodeURIComponent(socket)}/?directConnection=true`;
}

/**
 * The path of the socket on which a folder's database listens; null if none listens, even if a socket was left behind.
 */
export async function listeningSocket(folder: string): Promise<string | null> {
  const socket = socketOf(folder);
  if (!socket) return null;
  return new Promise((found) => {
    const probe = connect(socket);
    probe.once('connect', () => {
      probe.destroy();
      found(socket);
    });
    probe.once('error', () => found(null));
  });
}
