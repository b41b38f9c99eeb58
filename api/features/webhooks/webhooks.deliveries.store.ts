import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import { small } from '#api/platform/placement.ts';
import { type Delivery, deliveryDays } from '#contract/webhooks.ts';

/**
 * A message to a webhook. What it says is read when it is sent, so nothing that a member wrote or is called is copied
 * here.
 */
export type DeliveryRow = {
  /** `webhookId:messageId`, so that an event that is emitted again makes no second message. */
  _id: string;
  webhookId: string;
  messageId: string;
  event: Delivery['event'];
  /** The bike's, comment's or member's id; of a flag, `type:id` of what was flagged. */
  thingId: string;
  at: Date;
  state: Delivery['state'];
  attempts: number;
  status: number | null;
  error: string;
  lastAt: Date | null;
  /** When it is tried next; missing when it is not. */
  dueAt?: Date;
  expiresAt: Date;
};

type Outcome = Pick<DeliveryRow, 'state' | 'status' | 'error'> & {
  lastAt: Date;
  /** When it is tried again; null for never. */
  dueAt: Date | null;
};

const day = 86_400_000;

/** Stores what webhooks are told. */
export class DeliveryStore {
  readonly placement = { deliveries: small };
  readonly #rows: Collection<DeliveryRow>;

  constructor(db: Db) {
    this.#rows = db.collection<DeliveryRow>('deliveries');
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndexes([
      { key: { webhookId: 1, at: -1, _id: -1 } },
      { key: { dueAt: 1 }, sparse: true },
      { key: { thingId: 1 } },
      { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    ]);
  }

  /** Adds a message that is due at `dueAt`. @returns false if it exists already */
  async add(
    {
      webhookId,
      messageId,
      event,
      thingId,
      at,
    }: Pick<DeliveryRow, 'webhookId' | 'messageId' | 'event' | 'thingId' | 'at'>,
    dueAt: Date,
  ): Promise<DeliveryRow | null> {
    const row: DeliveryRow = {
      _id: `${webhookId}:${messageId}`,
      webhookId,
      messageId,
      event,
      thingId,
      at,
      state: 'waiting',
      attempts: 0,
      status: null,
      error: '',
      lastAt: null,
      dueAt,
      expiresAt: new Date(at.getTime() + deliveryDays * day),
    };
    try {
      await this.#rows.insertOne(row);
      return row;
    } catch (error) {
      if (isDuplicate(error)) return null;
      throw error;
    }
  }

  /** The last messages to a webhook, newest first. */
  list(webhookId: string, limit: number): Promise<DeliveryRow[]> {
    return this.#rows.find({ webhookId }).sort({ at: -1, _id: -1 }).limit(limit).toArray();
  }

  byId(webhookId: string, messageId: string): Promise<DeliveryRow | null> {
    return this.#rows.findOne({ _id: `${webhookId}:${messageId}` });
  }

  /** The messages that are due, the longest waiting first. */
  due(now: Date, limit: number): Promise<DeliveryRow[]> {
    return this.#rows
      .find({ dueAt: { $lte: now } })
      .sort({ dueAt: 1 })
      .limit(limit)
      .toArray();
  }

  /** Takes a due message until `until`. @returns null if another process has taken it */
  async claim({ _id, dueAt }: DeliveryRow, until: Date): Promise<DeliveryRow | null> {
    if (!dueAt) return null;
    return this.#rows.findOneAndUpdate({ _id, dueAt }, { $set: { dueAt: until } }, { returnDocument: 'after' });
  }

  /** Takes a message that is not waiting until `until`. @returns null if it is waiting */
  async claimEnded({ _id }: DeliveryRow, until: Date): Promise<DeliveryRow | null> {
    const ended = { _id, state: { $ne: 'waiting' as const } };
    const update = { $set: { state: 'waiting' as const, dueAt: until } };
    return this.#rows.findOneAndUpdate(ended, update, { returnDocument: 'after' });
  }

  /** Stores how an attempt with a claimed message ended. @returns null if another process has taken it meanwhile */
  async finish({ _id, dueAt: claimed }: DeliveryRow, { dueAt, ...fields }: Outcome): Promise<DeliveryRow | null> {
    const next = dueAt ? { $set: { ...fields, dueAt } } : { $set: fields, $unset: { dueAt: '' as const } };
    return this.#rows.findOneAndUpdate(
      { _id, ...(claimed && { dueAt: claimed }) },
      { ...next, $inc: { attempts: 1 } },
      { returnDocument: 'after' },
    );
  }

  /** Postpones the due messages of a webhook, which no process has taken. */
  async postpone(webhookId: string, now: Date, dueAt: Date): Promise<void> {
    await this.#rows.updateMany({ webhookId, dueAt: { $lte: now } }, { $set: { dueAt } });
  }

  /** What waits is no longer tried. */
  async hold(webhookId: string): Promise<void> {
    await this.#rows.updateMany({ webhookId, state: 'waiting' }, { $unset: { dueAt: '' } });
  }

  /** What waits is tried at once. */
  async release(webhookId: string, now: Date): Promise<void> {
    await this.#rows.updateMany({ webhookId, state: 'waiting' }, { $set: { dueAt: now, attempts: 0 } });
  }

  /** Number of messages that wait to be sent. */
  waiting(): Promise<number> {
    return this.#rows.countDocuments({ dueAt: { $gt: new Date(0) } });
  }

  async removeOf(webhookId: string): Promise<void> {
    await this.#rows.deleteMany({ webhookId });
  }

  /** Removes the messages about an erased member or bike. */
  async eraseAbout(thingId: string): Promise<void> {
    await this.#rows.deleteMany({ thingId });
  }
}
