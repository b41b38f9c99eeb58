import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/** Systems allow a socket's path 104 to 108 bytes. */
const maxSocketPath = 103;

/** The paths of a folder's database and its socket. */
export interface Places {
  file: string;
  socket: string;
  /**
   * Node's compile cache. Undefined at the first start: if there is no second one, filling the cache is wasted work.
   */
  compiled: string | undefined;
  /** Writes a note into the folder if the socket is elsewhere. */
  announce(): void;
  /** Removes what was created for a database that then failed to start. */
  abandon(): void;
  /** Removes what a running database leaves beside its file. */
  tidy(): void;
}

const elsewherePrefix = 'embedded-mongo-';

/** Removes the folder that a killed process noted. The lock on the file proves that nobody uses it. */
function forget(note: string): void {
  const socket = existsSync(note) ? readFileSync(note, 'utf8').trim() : '';
  if (dirname(dirname(socket)) === tmpdir() && basename(dirname(socket)).startsWith(elsewherePrefix))
    rmSync(dirname(socket), { recursive: true, force: true });
}

/** Returns the paths of a folder, and creates it, for this user alone, if it is missing. */
export function placesIn(folder: string): Places {
  const home = resolve(folder);
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(`The folder of the database cannot be made: ${home}`, { cause: error });
  }
  const file = join(home, 'data.db');
  const socket = join(home, 'db.sock');
  const note = join(home, 'db.sock.path');
  const compiled = existsSync(file) ? join(home, 'compiled') : undefined;
  if (Buffer.byteLength(socket) <= maxSocketPath)
    return {
      file,
      compiled,
      socket,
      announce: () => rmSync(note, { force: true }),
      abandon: () => undefined,
      tidy: () => rmSync(socket, { force: true }),
    };
  // mkdtemp creates folders with mode 0700.
  const elsewhere = mkdtempSync(join(tmpdir(), elsewherePrefix));
  const short = join(elsewhere, 'db.sock');
  return {
    file,
    compiled,
    socket: short,
    announce() {
      forget(note);
      writeFileSync(note, `${short}\n`, { mode: 0o600 });
    },
    abandon: () => rmSync(elsewhere, { recursive: true, force: true }),
    tidy() {
      rmSync(elsewhere, { recursive: true, force: true });
      rmSync(note, { force: true });
    },
  };
}
