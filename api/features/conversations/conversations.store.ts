import type { Collection, Db, UpdateFilter } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import { after, page } from '#api/platform/paging.ts';
import type { Unread } from '#contract/alerts.ts';
import type { Conversation } from '#contract/conversations.ts';
import type { Page } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import {
  type ConversationRow,
  type LastMessage,
  type MessageRow,
  membersOf,
  otherOf,
  otherThan,
  previewOf,
  removal,
  type Side,
  slotOf,
  toConversation,
  unreadOf,
} from './conversations.row.ts';

/** Conversations with something new that a poll names; all of them count. */
const mostNamed = 50;

const lastOf = ({ text, ...row }: MessageRow): LastMessage => {
  const { conversationId: _, nth: __, ...last } = row;
  return { ...last, text: previewOf(text) };
};
const sideOf = ({ id, username, avatar }: Person): Side => ({
  ...{ id, username, avatar, gone: false },
  ...{ sent: 0, read: 0, unsent: [] },
});

/** What pairs of members have written to each other, as lists show it. */
export class ConversationStore {
  readonly #rows: Collection<ConversationRow>;

  constructor(db: Db) {
    this.#rows = db.collection('conversations');
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndexes([
      { key: { shownTo: 1, lastAt: -1, _id: -1 } },
      { key: { unreadBy: 1 } },
      { key: { heldBy: 1, _id: 1 } },
    ]);
  }

  find(id: string): Promise<ConversationRow | null> {
    return this.#rows.findOne({ _id: id });
  }

  /** A page of a member's conversations, the latest first. */
  async of(me: string, limit: number, cursor?: string): Promise<Page<Conversation>> {
    const rows = await this.#rows
      .find({ shownTo: me, ...after<ConversationRow>('lastAt', cursor, (at) => new Date(at)) })
      .sort({ lastAt: -1, _id: -1 })
      .limit(limit + 1)
      .toArray();
    return page(
      rows,
      limit,
      (row) => toConversation(row, me),
      (row) => ({ at: row.lastAt.getTime(), id: row._id }),
    );
  }

  /** What a member has not read, the latest first. */
  async unread(me: string): Promise<Unread> {
    const fields = { a: 1, b: 1, lastAt: 1 } as const;
    const rows = await this.#rows.find({ unreadBy: me }, { projection: fields }).toArray();
    let unreadMessageCount = 0;
    const conversations: Unread['conversations'] = [];
    for (const row of rows.sort((a, b) => b.lastAt.getTime() - a.lastAt.getTime())) {
      const unreadCount = unreadOf(row, me);
      unreadMessageCount += unreadCount;
      if (unreadCount === 0 || conversations.length === mostNamed) continue;
      const { id, username, avatar } = row[otherThan(slotOf(row._id, me))];
      const facts = { id: row._id, with: { id, username, avatar }, unreadCount };
      conversations.push({ ...facts, lastMessageAt: row.lastAt.toISOString() });
    }
    return { unreadMessageCount, conversations };
  }

  /**
   * Takes in the message that comes next.
   * @returns false when it is not the next one, or there is no conversation yet
   */
  async takeIn(message: MessageRow): Promise<boolean> {
    const { conversationId, number, authorId, nth, at } = message;
    const members = membersOf(conversationId);
    const update = {
      $set: { seq: number, last: lastOf(message), lastAt: at, [`${slotOf(conversationId, authorId)}.sent`]: nth },
      $addToSet: { shownTo: { $each: members }, unreadBy: otherOf(conversationId, authorId) },
    } as UpdateFilter<ConversationRow>;
    return (await this.#rows.updateOne({ _id: conversationId, seq: number - 1 }, update)).matchedCount === 1;
  }

  /** Makes a conversation of its first message, unless there is one. `a` and `b` as in the row. */
  async begin(message: MessageRow, [a, b]: readonly [Person, Person]): Promise<void> {
    const { conversationId, authorId, nth, at } = message;
    const members = membersOf(conversationId);
    const row: ConversationRow = {
      ...{ _id: conversationId, a: sideOf(a), b: sideOf(b), seq: 1, last: lastOf(message), lastAt: at },
      ...{ apart: [], heldBy: members, shownTo: members, unreadBy: [otherOf(conversationId, authorId)] },
    };
    row[slotOf(conversationId, authorId)].sent = nth;
    try {
      await this.#rows.insertOne(row);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }

  /**
   * Notes how many of the other's messages somebody has read; never fewer than before.
   * @returns false when a message came meanwhile
   */
  async noteRead(row: ConversationRow, me: string, read: number): Promise<boolean> {
    const slot = slotOf(row._id, me);
    const pulled = { [`${otherThan(slot)}.unsent`]: { $lte: read } };
    const done = unreadOf(row, me, read) === 0;
    const update = { $max: { [`${slot}.read`]: read }, $pull: { ...pulled, ...(done && { unreadBy: me }) } };
    const asRead = { _id: row._id, seq: row.seq };
    return (await this.#rows.updateOne(asRead, update as UpdateFilter<ConversationRow>)).matchedCount === 1;
  }

  /** Notes that one of the two blocks the other, or does not any more. */
  async noteApart(id: string, blockerId: string, on: boolean): Promise<void> {
    const update = on ? { $addToSet: { apart: blockerId } } : { $pull: { apart: blockerId } };
    await this.#rows.updateOne({ _id: id }, update);
  }

  /** Takes a conversation out of somebody's list. @returns false when a message came meanwhile */
  async leaveList({ _id, seq }: ConversationRow, me: string): Promise<boolean> {
    return (await this.#rows.updateOne({ _id, seq }, { $pull: { shownTo: me } })).matchedCount === 1;
  }

  /** Notes that a message was taken back: it is not waited for, and is not shown as the last one. */
  async noteUnsent({ _id, conversationId, number, authorId, nth }: MessageRow): Promise<void> {
    const row = await this.find(conversationId);
    if (!row) return;
    const slot = slotOf(conversationId, authorId);
    if (row[otherThan(slot)].read < nth)
      await this.#rows.updateOne({ _id: conversationId }, { $addToSet: { [`${slot}.unsent`]: nth } });
    if (row.last._id === _id)
      await this.#rows.updateOne(
        { _id: conversationId, 'last.number': number },
        { $set: { 'last.text': '', 'last.unsent': true } },
      );
  }

  /** Notes that somebody took the last message out of their view. */
  async noteHidden({ conversationId, number }: MessageRow, me: string): Promise<void> {
    await this.#rows.updateOne({ _id: conversationId, 'last.number': number }, { $addToSet: { 'last.hiddenFor': me } });
  }

  /** Notes of the last message that somebody has flagged it. */
  async noteFlagged({ _id, conversationId }: MessageRow, me: string): Promise<void> {
    await this.#rows.updateOne({ _id: conversationId, 'last._id': _id }, { $addToSet: { 'last.flaggedBy': me } });
  }

  /** Notes of the last message why a moderator has taken it away; null when it is back. */
  async noteRemoved({ _id, conversationId }: MessageRow, removedFor: string | null): Promise<void> {
    const last = Object.entries(removal(removedFor)).map(([name, value]) => [`last.${name}`, value]);
    await this.#rows.updateOne({ _id: conversationId, 'last._id': _id }, { $set: Object.fromEntries(last) });
  }

  /** Some of the conversations that a member has. */
  someOf(member: string, limit: number): Promise<ConversationRow[]> {
    return this.#rows.find({ heldBy: member }).sort({ _id: 1 }).limit(limit).toArray();
  }

  /** All conversations that a member has. */
  allOf(member: string): AsyncIterable<ConversationRow> {
    return this.#rows.find({ heldBy: member }).sort({ _id: 1 });
  }

  /** How many messages there are in the conversations that a member has. */
  async countOf(member: string): Promise<number> {
    const summing = [{ $match: { heldBy: member } }, { $group: { _id: null, count: { $sum: '$seq' } } }];
    const [sum] = await this.#rows.aggregate<{ count: number }>(summing).toArray();
    return sum?.count ?? 0;
  }

  /** Takes a conversation from somebody for good whom the other one survives. */
  async takeFrom(id: string, member: string): Promise<void> {
    const update = { $pull: { heldBy: member, shownTo: member, unreadBy: member } };
    await this.#rows.updateOne({ _id: id, heldBy: otherOf(id, member) }, update);
  }

  async erase(id: string): Promise<void> {
    await this.#rows.deleteOne({ _id: id });
  }
}
