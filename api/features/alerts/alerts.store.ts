import { setTimeout } from 'node:timers/promises';
import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
import type { AlertChange, StoredAlert } from '#api/platform/alerting.ts';
import { duplicatesOf } from '#api/platform/batch-inserter.ts';
import { Batcher } from '#api/platform/batcher.ts';
import { KeyedMutex } from '#api/platform/keyed-mutex.ts';
import { isDuplicate } from '#api/platform/mongo.ts';
import { after, cursorOf } from '#api/platform/paging.ts';
import { byId } from '#api/platform/placement.ts';
import type { Page } from '#contract/paging.ts';
import {
  type AlertRow,
  ahead,
  expiryOf,
  groupedType,
  maxActors,
  sortPositionOf,
  withAgain,
  without,
} from './alerts.row.ts';

/**
 * A counter of the changes to a member's alerts. It is in the same collection, under the member's id, so that one
 * command writes both.
 */
type HeadRow = { _id: string; seq: number };
type Write = AnyBulkWriteOperation<AlertRow | HeadRow>;

type Change<What> = Extract<AlertChange, { what: What }> & { type: string };
type Raised = Change<'raised'> & { first: boolean };
type Raising = { change: Raised; at: Date };
export type ListedAlert = StoredAlert & Pick<AlertRow, 'at' | 'seen' | 'fresh'>;

/** The latest alerts of an actor that are grouped and counted. */
const maxGrouped = 1_000;
/** Tries when another process, or the alert's reader, is faster. */
const maxTries = 20;
const maxPauseMs = 100;

/** Waits before another try, at random: processes that try again at once stay in step, and one of them always loses. */
const pause = (tried: number) => setTimeout(Math.random() * Math.min(2 ** tried, maxPauseMs));

const idOf = ({ userId, type, key }: Pick<AlertRow, 'userId' | 'type' | 'key'>) => `${userId}:${type}:${key}`;
/**
 * Upsert that adds actors to an alert. It fails as a duplicate if one of them is or was in it already, or if the alert
 * is withdrawn.
 */
function raisingOf(all: readonly [Raising, ...Raising[]]) {
  const { userId, type, key, bikeId, first } = all[0].change;
  const actors = new Map(all.map(({ change, at }) => [change.actorId, { id: change.actorId, at }]));
  const ids = [...actors.keys()];
  const at = new Date(Math.max(...all.map((one) => one.at.getTime())));
  return {
    filter: {
      _id: idOf({ userId, type, key }),
      was: { $exists: false },
      'actors.id': { $nin: ids },
      'gone.id': { $nin: ids },
    },
    update: {
      $setOnInsert: { userId, type, key, bikeId, seenAt: null },
      $push: { actors: { $each: [...actors.values()], $slice: -maxActors } },
      $inc: { fresh: actors.size, rev: 1 },
      $set: { seen: false, at, place: sortPositionOf(at, first) },
    },
    upsert: true,
  };
}
/** Works on each change: those of one alert in sequence, so that they do not disturb each other. */
async function eachAlert<T>(alerts: Iterable<readonly T[]>, work: (change: T) => Promise<void>): Promise<void> {
  await Promise.all(
    [...alerts].map(async (changes) => {
      for (const change of changes) await work(change);
    }),
  );
}

/** The actor whose alerts are listed together with this one; null if it is listed alone. */
const groupingActorOf = ({ type, actors }: AlertRow): string | null =>
  type === groupedType ? (actors[0]?.id ?? null) : null;

const cursorAt = (row: AlertRow | undefined) => row && cursorOf({ at: row.place, id: row._id });

const toListed = ({ _id, userId, type, key, bikeId, actors, at, seen, fresh }: AlertRow): ListedAlert => ({
  id: _id,
  userId,
  type,
  key,
  bikeId,
  at,
  seen,
  fresh,
  actorIds: actors.map(({ id }) => id).reverse(),
});

/** Stores alerts with the ids of their actors, and what members have seen. */
export class AlertStore {
  readonly placement = { alerts: byId };
  readonly #alerts: Collection<AlertRow>;
  readonly #heads: Collection<HeadRow>;
  readonly #all: Collection<AlertRow | HeadRow>;
  readonly #raised: Batcher<Raising, void>;
  /** Serializes the changes of one alert that read it first: they would only contend with each other. */
  readonly #mutex = new KeyedMutex();

  constructor(db: Db) {
    this.#alerts = db.collection('alerts');
    this.#heads = db.collection('alerts');
    this.#all = db.collection('alerts');
    this.#raised = new Batcher((all) => this.#raiseAll(all).then(() => []));
  }

  async createIndexes(): Promise<void> {
    await this.#alerts.createIndexes([
      { key: { userId: 1, place: -1, _id: -1 } },
      { key: { userId: 1, seen: 1, place: -1 } },
      { key: { userId: 1, 'actors.id': 1, place: -1, _id: -1 }, partialFilterExpression: { type: groupedType } },
      { key: { bikeId: 1, type: 1 } },
      { key: { was: 1 }, sparse: true },
      { key: { 'gone.id': 1 }, sparse: true },
      { key: { expires: 1 }, sparse: true, expireAfterSeconds: 0 },
    ]);
  }

  /** A number that changes with each change of a member's alerts. */
  async version(userId: string): Promise<number> {
    return (await this.#heads.findOne({ _id: userId }))?.seq ?? 0;
  }

  /**
   * A page of a member's alerts: pinned ones first, then the latest. Grouped alerts of one actor follow the first of
   * them and count as one.
   */
  async of(userId: string, limit: number, cursor?: string): Promise<Page<ListedAlert>> {
    const found: { row: AlertRow; group: AlertRow[] }[] = [];
    const actors = new Set<string>();
    let from = cursor;
    for (;;) {
      const missing = limit + 1 - found.length;
      const rows = await this.#rowsAfter(userId, from, actors, missing);
      const groups = await this.#groupsOf(userId, rows);
      for (const row of rows) {
        const actor = groupingActorOf(row);
        if (actor !== null && actors.has(actor)) continue;
        if (actor !== null) actors.add(actor);
        const group = groups.get(actor) ?? [row];
        // A group whose first alert is on an earlier page was listed there.
        if (!cursor || group[0]?._id === row._id) found.push({ row, group });
      }
      if (rows.length < missing || found.length > limit) break;
      from = cursorAt(rows.at(-1));
    }
    const shown = found.slice(0, limit);
    return {
      items: shown.flatMap(({ group }) => group).map(toListed),
      next: found.length > limit ? (cursorAt(shown.at(-1)?.row) ?? null) : null,
    };
  }

  /** Alerts after a cursor, without the grouped ones of some actors. */
  #rowsAfter(userId: string, cursor: string | undefined, actors: ReadonlySet<string>, limit: number) {
    const listed = { type: groupedType, 'actors.id': { $in: [...actors] } };
    return this.#alerts
      .find({
        userId,
        ...after<AlertRow>('place', cursor, (place) => place),
        ...(actors.size > 0 && { $nor: [listed] }),
      })
      .sort({ place: -1, _id: -1 })
      .limit(limit)
      .toArray();
  }

  /** The alerts that are grouped with some of these rows, by actor. */
  async #groupsOf(userId: string, rows: readonly AlertRow[]): Promise<Map<string | null, AlertRow[]>> {
    const actors = new Set(rows.map(groupingActorOf).filter((actor) => actor !== null));
    const groups = await Promise.all(
      [...actors].map((actor) =>
        this.#alerts
          .find({ userId, type: groupedType, 'actors.id': actor })
          .sort({ place: -1, _id: -1 })
          .limit(maxGrouped)
          .toArray(),
      ),
    );
    return Map.groupBy(groups.flat(), groupingActorOf);
  }

  /** Records that something else in the members' polls has changed. */
  touch(userIds: readonly string[]): Promise<void> {
    return this.#write(
      [],
      userIds.map((userId) => ({ userId })),
    );
  }

  /** The number of unseen actors for each type of alert. */
  async unseen(userId: string): Promise<{ type: string; count: number }[]> {
    return this.#alerts
      .aggregate<{ type: string; count: number }>([
        { $match: { userId, seen: false } },
        { $group: { _id: '$type', count: { $sum: '$fresh' } } },
        { $project: { _id: 0, type: '$_id', count: 1 } },
      ])
      .toArray();
  }

  /**
   * Adds actors to alerts, with all concurrent calls in one command. An actor who is in an alert already causes no new
   * notification.
   */
  async raise(changes: readonly Raised[], at: Date): Promise<void> {
    await Promise.all(changes.map((change) => this.#raised.do({ change, at })));
  }

  async #raiseAll(all: readonly Raising[]): Promise<void> {
    const changes = all.map(({ change }) => change);
    const alerts = [...Map.groupBy(all, ({ change }) => idOf(change)).values()] as [Raising, ...Raising[]][];
    const writes = alerts.map((some): Write => ({ updateOne: raisingOf(some) }));
    try {
      await this.#write(writes, changes);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      // Some actors are or were in their alerts already.
      const left = alerts.length === 1 ? alerts : await this.#raiseNew(alerts, writes);
      await eachAlert(left, ({ change, at }) => this.#mutex.run(idOf(change), () => this.#raise(change, at)));
      await this.#write([], changes);
    }
  }

  /** Raises the alerts whose actors are all new. Returns the others. */
  async #raiseNew<T>(alerts: readonly T[], writes: readonly Write[]): Promise<T[]> {
    try {
      await this.#all.bulkWrite(writes, { ordered: false });
      return [];
    } catch (error) {
      const refused = duplicatesOf(error);
      return alerts.filter((_, i) => refused.has(i));
    }
  }

  async #raise(change: Raised, at: Date): Promise<void> {
    const { filter, update } = raisingOf([{ change, at }]);
    const { _id } = filter;
    for (let i = 0; i < maxTries; i++) {
      if (i > 0) await pause(i);
      const row = await this.#alerts.findOne({ _id });
      const isNotified = row !== null && row.was === undefined;
      if (isNotified && row.actors.some(({ id }) => id === change.actorId)) return;
      if (row && (!isNotified || row.gone?.some(({ id }) => id === change.actorId))) {
        const again = { ...withAgain(row, change, at), $inc: { rev: 1 } };
        if ((await this.#alerts.updateOne({ _id, rev: row.rev }, again)).matchedCount > 0) return;
        continue;
      }
      try {
        return void (await this.#alerts.updateOne(filter, update, { upsert: true }));
      } catch (error) {
        // Somebody else has just created the same alert.
        if (!isDuplicate(error)) throw error;
      }
    }
    throw new Error(`The alert ${_id} changes all the time.`);
  }

  /**
   * Writes alerts and then raises the members' counters. The counter comes last, so that no old data gets a new tag.
   */
  async #write(writes: readonly Write[], of: readonly { userId: string }[]): Promise<void> {
    const heads = [...new Set(of.map(({ userId }) => userId))].map(
      (_id): Write => ({ updateOne: { filter: { _id }, update: { $inc: { seq: 1 } }, upsert: true } }),
    );
    if (heads.length > 0) await this.#all.bulkWrite([...writes, ...heads]);
  }

  /** Removes actors from alerts, and withdraws alerts without actors. */
  async lower(changes: readonly Change<'lowered'>[], at: Date): Promise<void> {
    await eachAlert(Map.groupBy(changes, idOf).values(), (change) =>
      this.#mutex.run(idOf(change), () => this.#lower(idOf(change), change.actorId, at)),
    );
    await this.#write([], changes);
  }

  async #lower(_id: string, actorId: string, at: Date): Promise<void> {
    for (let i = 0; i < maxTries; i++) {
      if (i > 0) await pause(i);
      const row = await this.#alerts.findOne({ _id, 'actors.id': actorId });
      if (!row) return;
      const next = { ...without(row, actorId, at), $inc: { rev: 1 } };
      if ((await this.#alerts.updateOne({ _id, rev: row.rev }, next)).matchedCount > 0) return;
    }
    throw new Error(`The alert ${_id} changes all the time.`);
  }

  /**
   * Withdraws all alerts of a type about a bike, or erases a single one. `expires` is set only after the counters were
   * raised, so that a repeated call finishes an interrupted one.
   */
  async end(change: Change<'ended'>, at: Date): Promise<void> {
    if (!('bikeId' in change)) return this.#erase(change);
    const about = { bikeId: change.bikeId, type: change.type };
    await this.#alerts.updateMany(
      { ...about, userId: { $exists: true } },
      { $rename: { userId: 'was' }, $set: { seen: true, fresh: 0 }, $inc: { rev: 1 } },
    );
    const ending = { ...about, was: { $exists: true }, expires: { $exists: false } };
    const rows = await this.#alerts.find(ending, { projection: { was: 1 } }).toArray();
    await this.#write(
      [],
      rows.flatMap(({ was }) => (was ? { userId: was } : [])),
    );
    await this.#alerts.updateMany(ending, { $set: { expires: expiryOf(at) } });
  }

  async #erase(alert: Pick<AlertRow, 'userId' | 'type' | 'key'>): Promise<void> {
    await this.#alerts.deleteOne({ _id: idOf(alert) });
    await this.#write([], [alert]);
  }

  /** Marks everything up to a time as seen. */
  async see(userId: string, upTo: Date): Promise<void> {
    const last = upTo.getTime();
    const seen = { seen: true, seenAt: upTo, fresh: 0 };
    const writes: Write[] = [
      {
        updateMany: {
          filter: { userId, seen: false, place: { $gte: ahead, $lte: ahead + last } },
          update: { $set: seen, $inc: { place: -ahead, rev: 1 } },
        },
      },
      {
        updateMany: {
          filter: { userId, seen: false, place: { $lte: last } },
          update: { $set: seen, $inc: { rev: 1 } },
        },
      },
    ];
    await this.#write(writes, [{ userId }]);
  }

  /** Erases a member's alerts, and the records of what they undid. */
  async eraseOf(userId: string): Promise<void> {
    await this.#alerts.deleteMany({ userId });
    await this.#alerts.deleteMany({ was: userId });
    await this.#alerts.updateMany({ 'gone.id': userId }, { $pull: { gone: { id: userId } }, $inc: { rev: 1 } });
    await this.#heads.deleteOne({ _id: userId });
  }
}
