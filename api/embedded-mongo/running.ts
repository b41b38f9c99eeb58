import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';

/** The socket that a database on a folder has, or had when it was killed; null where there is none. */
function socketOf(folder: string): string | null {
  const note = join(resolve(folder), 'db.sock.path');
  const socket = existsSync(note) ? readFileSync(note, 'utf8').trim() : join(resolve(folder), 'db.sock');
  return existsSync(socket) ? socket : null;
}

/** What the driver connects to for a database that another process has started on a folder; null where none seems to run. */
export function runningMongoUrl(folder: string): string | null {
  const socket = socketOf(folder);
  return socket && `mongodb://${encodeURIComponent(socket)}/?directConnection=true`;
}

/** The socket on which a database of a folder listens; null where none does, whatever a killed one left. */
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
