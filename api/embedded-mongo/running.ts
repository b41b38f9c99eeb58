import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What the driver connects to for a database that another process has started on a folder; null where none seems to run. */
export function runningMongoUrl(folder: string): string | null {
  const note = join(resolve(folder), 'db.sock.path');
  const socket = existsSync(note) ? readFileSync(note, 'utf8').trim() : join(resolve(folder), 'db.sock');
  return existsSync(socket) ? `mongodb://${encodeURIComponent(socket)}/?directConnection=true` : null;
}
