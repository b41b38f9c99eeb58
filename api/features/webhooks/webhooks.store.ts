import type { Collection, Db } from 'mongodb';
import { small } from '#api/platform/placement.ts';
import type { Webhook, WebhookContent, WebhookEvent } from '#contract/webhooks.ts';

export type WebhookRow = WebhookContent & {
  _id: string;
  secret: string;
  paused: Webhook['paused'];
  by: string;
  createdAt: Date;
};

/** Stores webhooks. There are few of them. */
export class WebhookStore {
  readonly placement = { webhooks: small };
  readonly #rows: Collection<WebhookRow>;

  constructor(db: Db) {
    this.#rows = db.collection<WebhookRow>('webhooks');
  }

  /** All of them, oldest first. */
  all(): Promise<WebhookRow[]> {
    return this.#rows.find().sort({ _id: 1 }).toArray();
  }

  byId(id: string): Promise<WebhookRow | null> {
    return this.#rows.findOne({ _id: id });
  }

  async insert(row: WebhookRow): Promise<void> {
    await this.#rows.insertOne(row);
  }

  async change(id: string, fields: Partial<Pick<WebhookRow, 'url' | 'events' | 'paused'>>): Promise<WebhookRow | null> {
    return this.#rows.findOneAndUpdate({ _id: id }, { $set: fields }, { returnDocument: 'after' });
  }

  /** Pauses a webhook. @returns whether it was active */
  async pause(id: string, reason: NonNullable<Webhook['paused']>): Promise<boolean> {
    return (await this.#rows.updateOne({ _id: id, paused: null }, { $set: { paused: reason } })).matchedCount === 1;
  }

  async remove(id: string): Promise<void> {
    await this.#rows.deleteOne({ _id: id });
  }
}

/** The active webhooks that are told of an event. */
export const toldOf = (webhooks: readonly WebhookRow[], event: WebhookEvent): WebhookRow[] =>
  webhooks.filter(({ paused, events }) => paused === null && events.includes(event));
