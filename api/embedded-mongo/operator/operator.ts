import { statfsSync, statSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Document } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import { copyOnline, type Progress } from './online-copy.ts';

/** A connected client. A guest came through the port that `openDoor` opens. */
export interface Client {
  guest: boolean;
  /** Aborts when the connection ends. */
  gone: AbortSignal;
}

/** Free space that a copy must leave on the disk, so that the database can continue. */
const spareBytes = 64 * 1024 * 1024;

const commands = new Set(['embeddedGuest', 'embeddedBackup', 'embeddedBackupProgress', 'embeddedBackupStop']);

/** Whether a command is an operator command, which MongoDB does not have. */
export const isOperatorCommand = (name: string): boolean => commands.has(name);

/**
 * Throws unless an empty file exists at the path. The requester creates it, which proves that both sides see the same
 * folder, and nothing existing is overwritten.
 */
function assertEmptyFile(file: unknown): asserts file is string {
  if (typeof file !== 'string' || !isAbsolute(file))
    throw new DbError(2, 'embeddedBackup takes the full path of a file');
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size > 0)
    throw new DbError(2, `The database's process finds no empty file at ${file}: it may see other folders than you do`);
}

function assertRoom(sqlite: DatabaseSync, file: string): void {
  const value = (pragma: string): number => Object.values(sqlite.prepare(`PRAGMA ${pragma}`).get() ?? {})[0] as number;
  const wanted = value('page_count') * value('page_size') + spareBytes;
  const { bavail, bsize } = statfsSync(dirname(file));
  if (bavail * bsize < wanted)
    throw new DbError(
      14031,
      `There is not enough room for a copy of ${Math.ceil(wanted / 1e6)} MB in ${dirname(file)}`,
    );
}

/** Runs operator commands, concurrently with the others and outside their transactions. */
export class Operator {
  readonly #sqlite: DatabaseSync;
  #copying: { progress: Progress; stop: AbortController; ended: Promise<void> } | undefined;

  constructor(sqlite: DatabaseSync) {
    this.#sqlite = sqlite;
  }

  /** Returns the reply to an operator command. Throws DbError. */
  async run(command: Document, client: Client): Promise<Document> {
    if ('embeddedGuest' in command) client.guest = true;
    else if (client.guest)
      throw new DbError(
        13,
        'Commands of the operator are not answered on a port, only on the socket in the data folder',
      );
    else if ('embeddedBackup' in command) await this.#backup(command.embeddedBackup, client);
    else if ('embeddedBackupStop' in command) await this.#end(new DbError(11601, 'The copy was stopped'));
    else return { ...(this.#copying?.progress ?? { done: 0, total: 0 }), ok: 1 };
    return { ok: 1 };
  }

  /** Stops a running copy; undefined if there is none. */
  stop(): Promise<void> | undefined {
    return this.#end(new DbError(11600, 'The database is being stopped'));
  }

  #end(why: DbError): Promise<void> | undefined {
    this.#copying?.stop.abort(why);
    return this.#copying?.ended;
  }

  async #backup(file: unknown, { gone }: Client): Promise<void> {
    assertEmptyFile(file);
    if (this.#copying) throw new DbError(117, 'Another copy is being made');
    assertRoom(this.#sqlite, file);
    const stop = new AbortController();
    const signal = AbortSignal.any([gone, stop.signal]);
    const progress: Progress = { done: 0, total: 0 };
    const copied = copyOnline(this.#sqlite, file, { signal, onProgress: (now) => Object.assign(progress, now) });
    const ended = copied
      .catch(() => undefined)
      .finally(() => {
        this.#copying = undefined;
      });
    this.#copying = { progress, stop, ended };
    await copied;
  }
}
