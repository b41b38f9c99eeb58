import { statfsSync, statSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Document } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import { copyOnline, type Progress } from './online-copy.ts';

/** Whoever is connected. A guest came through the door that `serve` opens on a port. */
export interface Client {
  guest: boolean;
  /** Aborts when the connection ends. */
  gone: AbortSignal;
}

/** What stays free on the disk, for the database to go on. */
const spareBytes = 64 * 1024 * 1024;

const commands = new Set(['embeddedGuest', 'embeddedBackup', 'embeddedBackupProgress', 'embeddedBackupStop']);

/** Whether a command is one of ours, which MongoDB has not. */
export const isOperatorCommand = (name: string): boolean => commands.has(name);

/** Whoever asks has made the file: it is seen by both sides, and nothing that exists is overwritten. */
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

/** Answers the commands of whoever runs the database. They run beside the others, outside of their transactions. */
export class Operator {
  readonly #sqlite: DatabaseSync;
  #copying: { progress: Progress; stop: AbortController; ended: Promise<void> } | undefined;

  constructor(sqlite: DatabaseSync) {
    this.#sqlite = sqlite;
  }

  /** The reply to a command that `isOperatorCommand` knows. Throws DbError. */
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

  /** Ends what runs; undefined when nothing does. */
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
