import type { Collection, Db, Document, Filter } from 'mongodb';
import type { App } from '#api/app.ts';
import { Refusal } from '#api/embedded-mongo/operator/refusal.ts';
import type { AccountRow } from '#api/features/accounts/accounts.store.ts';
import { isDuplicate } from '#api/platform/mongo.ts';
import { restorableDays } from '#contract/bike-notice.ts';
import { deletedMember, type Person } from '#contract/people.ts';
import type { OpenBackup } from './open-backup.ts';

type Row = Document & { _id: string };

const dayMs = 86_400_000;
const batchSize = 200;

/** Reads one thing from a backup and writes it into the site beside it. */
export class Restoring {
  readonly site: App;
  readonly db: Db;
  readonly backup: OpenBackup;
  /** Whether something that is there is put back to how the backup has it. */
  readonly replaces: boolean;
  /** Whether something comes back that its owner has, or may have, deleted. */
  readonly evenDeleted: boolean;
  /** Prints a line of the result. */
  readonly say: (line: string) => void;
  readonly at = new Date();

  constructor(
    { site, db, backup, say }: Pick<Restoring, 'site' | 'db' | 'backup' | 'say'>,
    { replaces, evenDeleted }: Pick<Restoring, 'replaces' | 'evenDeleted'>,
  ) {
    this.site = site;
    this.db = db;
    this.backup = backup;
    this.replaces = replaces;
    this.evenDeleted = evenDeleted;
    this.say = say;
  }

  there<T extends { _id: string } = Row>(name: string): Collection<T> {
    return this.backup.db.collection<T>(name);
  }

  here<T extends { _id: string } = Row>(name: string): Collection<T> {
    return this.db.collection<T>(name);
  }

  /** Whether deleted things of the backup's time may have been erased since, so that a missing one may be such. */
  get isOld(): boolean {
    return this.at.getTime() - this.backup.at.getTime() > restorableDays * dayMs;
  }

  /** @param sentence why its owner has, or may have, deleted it @throws Refusal unless that was asked for */
  refuseDeleted(isDeleted: boolean, sentence: string): void {
    if (isDeleted && !this.evenDeleted) throw new Refusal(`${sentence} Add --even-deleted to bring it back anyway.`);
  }

  /** @throws Refusal unless replacing was asked for */
  refuseLive(what: string): void {
    if (!this.replaces)
      throw new Refusal(`${what} is there. Add --replace to put it back to how it was in the backup.`);
  }

  /** Those of these members who have an account, as the site shows them now. */
  async people(ids: readonly string[]): Promise<Map<string, Person>> {
    const found = new Map<string, Person>();
    for (let i = 0; i < ids.length; i += batchSize) {
      const rows = await this.here<AccountRow>('users')
        .find({ _id: { $in: ids.slice(i, i + batchSize) }, status: { $ne: 'Unconfirmed' } })
        .toArray();
      for (const { _id: id, foldedName, username, avatar, status } of rows) {
        // One that is being erased has its id as its name.
        if (foldedName === id) continue;
        found.set(id, status === 'Deleted' ? { id, username: deletedMember, avatar: '' } : { id, username, avatar });
      }
    }
    return found;
  }

  /** Inserts those that are missing. Returns how many. */
  async insertMissing<T extends { _id: string }>(name: string, rows: readonly T[]): Promise<number> {
    let inserted = 0;
    for (const row of rows) {
      try {
        await this.here(name).insertOne(row as never);
        inserted += 1;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
    }
    return inserted;
  }

  /** Inserts the missing ones of those that the backup has. Returns how many. */
  async copyMissing(name: string, filter: Filter<Row>): Promise<number> {
    return this.insertMissing(name, await this.there(name).find(filter).toArray());
  }

  /** Makes names, pictures and hidden bikes follow the account, which may have changed since the backup or meanwhile. */
  async follow(memberId: string): Promise<void> {
    const copies = { since: new Date(), at: new Date() };
    await this.here<AccountRow>('users').updateOne({ _id: memberId }, { $set: { copies } });
    await this.site.accounts.authors.updateNow(memberId);
  }

  /** Copies the files below a folder of the photo storage. Returns how many. */
  async copyFiles(folder: string): Promise<number> {
    let copied = 0;
    for (const key of await this.backup.filesBelow(folder)) {
      const bytes = await this.backup.file(key);
      if (!bytes) continue;
      await this.site.storage.put(key, bytes);
      copied += 1;
    }
    return copied;
  }
}
