import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import { withSeveralUnique } from '#api/platform/placement.ts';
import type { Message } from '#contract/conversations.ts';
import type { Page } from '#contract/paging.ts';
import { type MessageRow, removal, toMessage } from './conversations.row.ts';

/** Result of an insert: `stored` if the id exists already, `taken` if another message has the number. */
type Added = { what: 'added' | 'stored'; message: MessageRow } | { what: 'taken' };

const cursorOf = (cursor: string | undefined): number => (/^\d{1,15}$/.test(cursor ?? '') ? Number(cursor) : Infinity);

/** Stores the messages of conversations. */
export class MessageStore {
  readonly placement = { messages: withSeveralUnique };
  readonly #rows: Collection<MessageRow>;

  constructor(db: Db) {
    this.#rows = db.collection('messages');
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndex({ conversationId: 1, number: -1 }, { unique: true });
  }

  find(id: string): Promise<MessageRow | null> {
    return this.#rows.findOne({ _id: id });
  }

  /** Finds messages by id, in no particular order. */
  byIds(ids: string[]): Promise<MessageRow[]> {
    return this.#rows.find({ _id: { $in: ids } }).toArray();
  }

  /** The message with this number. */
  at(conversationId: string, number: number): Promise<MessageRow | null> {
    return this.#rows.findOne({ conversationId, number });
  }

  /** A page of a conversation as `me` sees it, newest first. */
  async of(conversationId: string, me: string, limit: number, cursor?: string): Promise<Page<Message>> {
    const before = cursorOf(cursor);
    const rows = await this.#rows
      .find({ conversationId, ...(before < Infinity && { number: { $lt: before } }), hiddenFor: { $ne: me } })
      .sort({ number: -1 })
      .limit(limit + 1)
      .toArray();
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.map((row) => toMessage(row, me)),
      next: rows.length > limit && last ? String(last.number) : null,
    };
  }

  /** All messages of a conversation that `me` can see, oldest first. */
  async *allOf(conversationId: string, me: string): AsyncIterable<Message> {
    const rows = this.#rows.find({ conversationId, hiddenFor: { $ne: me } }).sort({ number: 1 });
    for await (const row of rows) yield toMessage(row, me);
  }

  /** How many messages of an author have a number up to this one. */
  async sentUpTo(conversationId: string, authorId: string, number: number): Promise<number> {
    const row = await this.#rows.findOne(
      { conversationId, number: { $lte: number }, authorId },
      { sort: { number: -1 }, projection: { nth: 1 } },
    );
    return row?.nth ?? 0;
  }

  async add(message: MessageRow): Promise<Added> {
    try {
      await this.#rows.insertOne(message);
      return { what: 'added', message };
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const stored = await this.find(message._id);
      return stored ? { what: 'stored', message: stored } : { what: 'taken' };
    }
  }

  /** Deletes a message's text and marks it as unsent. */
  async unsend(id: string): Promise<void> {
    await this.#rows.updateOne({ _id: id, unsent: false }, { $set: { text: '', unsent: true }, $unset: { bike: '' } });
  }

  /** Hides a message from `me`. */
  async hide(id: string, me: string): Promise<void> {
    await this.#rows.updateOne({ _id: id }, { $addToSet: { hiddenFor: me } });
  }

  /** Records that a member flagged a message. */
  async noteFlagged(id: string, me: string): Promise<void> {
    await this.#rows.updateOne({ _id: id }, { $addToSet: { flaggedBy: me } });
  }

  /** Records why a moderator removed a message; null when it is restored. */
  async noteRemoved(id: string, removedFor: string | null): Promise<void> {
    await this.#rows.updateOne({ _id: id }, { $set: removal(removedFor) });
  }

  /** Deletes all messages of a conversation. */
  async eraseIn(conversationId: string): Promise<void> {
    await this.#rows.deleteMany({ conversationId });
  }
}
