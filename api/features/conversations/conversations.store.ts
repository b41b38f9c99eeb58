import type { Collection, Db, UpdateFilter } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import { after, page } from '#api/platform/paging.ts';
import { byId } from '#api/platform/placement.ts';
import type { UnreadMessages } from '#contract/alerts.ts';
import type { Conversation } from '#contract/conversations.ts';
import { omit } from '#contract/omit.ts';
import type { Page } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import {
  type ConversationRow,
  type LastMessage,
  type MessageRow,
  membersOf,
  otherOf,
  otherThan,
  pairIdOf,
  previewOf,
  removal,
  type Side,
  slotOf,
  toConversation,
  unreadOf,
} from './conversations.row.ts';

/** Most unread conversations listed in a poll; all of them are counted. */
const maxListedUnread = 50;

const lastOf = (row: MessageRow): LastMessage => ({
  ...omit(row, 'conversationId', 'nth'),
  text: previewOf(row.text),
});
const sideOf = ({ id, username, avatar }: Person): Side => ({
  id,
  username,
  avatar,
  gone: false,
  sent: 0,
  read: 0,
  unsent: [],
});

/** Stores conversation summaries, as lists show them. */
export class ConversationStore {
  readonly placement = { conversations: byId };
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

  /** Filters the members who have written to a member, or got a message from them. */
  async correspondentsOf(me: string, among: string[]): Promise<string[]> {
    const ids = among.map((other) => pairIdOf(me, other));
    const rows = await this.#rows.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray();
    return rows.map(({ _id }) => otherOf(_id, me));
  }

  /** A page of a member's conversations, latest first. */
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

  /** A member's unread conversations, latest first. */
  async unread(me: string): Promise<UnreadMessages> {
    const fields = { a: 1, b: 1, lastAt: 1 } as const;
    const rows = await this.#rows.find({ unreadBy: me }, { projection: fields }).toArray();
    let unreadMessageCount = 0;
    const conversations: UnreadMessages['conversations'] = [];
    for (const row of rows.sort((a, b) => b.lastAt.getTime() - a.lastAt.getTime())) {
      const unreadCount = unreadOf(row, me);
      unreadMessageCount += unreadCount;
      if (unreadCount === 0 || conversations.length === maxListedUnread) continue;
      const slot = slotOf(row._id, me);
      const { id, username, avatar } = row[otherThan(slot)];
      const common = { id: row._id, with: { id, username, avatar }, unreadCount, answered: row[slot].sent > 0 };
      conversations.push({ ...common, lastMessageAt: row.lastAt.toISOString() });
    }
    return { unreadMessageCount, conversations };
  }

  /**
   * Takes the next message into the summary.
   * @returns false if it is not the next one, or there is no conversation yet
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

  /** Creates a conversation from its first message, unless it exists. `a` and `b` as in the row. */
  async begin(message: MessageRow, [a, b]: readonly [Person, Person]): Promise<void> {
    const { conversationId, authorId, nth, at } = message;
    const members = membersOf(conversationId);
    const row: ConversationRow = {
      _id: conversationId,
      a: sideOf(a),
      b: sideOf(b),
      seq: 1,
      last: lastOf(message),
      lastAt: at,
      apart: [],
      heldBy: members,
      shownTo: members,
      unreadBy: [otherOf(conversationId, authorId)],
    };
    row[slotOf(conversationId, authorId)].sent = nth;
    try {
      await this.#rows.insertOne(row);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }

  /**
   * Records how many of the other's messages a member has read; it never decreases.
   * @returns false if a message came meanwhile
   */
  async noteRead(row: ConversationRow, me: string, read: number): Promise<boolean> {
    const slot = slotOf(row._id, me);
    const pulled = { [`${otherThan(slot)}.unsent`]: { $lte: read } };
    const done = unreadOf(row, me, read) === 0;
    const update = { $max: { [`${slot}.read`]: read }, $pull: { ...pulled, ...(done && { unreadBy: me }) } };
    const asRead = { _id: row._id, seq: row.seq };
    return (await this.#rows.updateOne(asRead, update as UpdateFilter<ConversationRow>)).matchedCount === 1;
  }

  /** Records that a member blocks or unblocks the other. */
  async noteBlocked(id: string, blockerId: string, on: boolean): Promise<void> {
    const update = on ? { $addToSet: { apart: blockerId } } : { $pull: { apart: blockerId } };
    await this.#rows.updateOne({ _id: id }, update);
  }

  /** Removes a conversation from a member's list. Returns false if a message came meanwhile. */
  async leaveList({ _id, seq }: ConversationRow, me: string): Promise<boolean> {
    return (await this.#rows.updateOne({ _id, seq }, { $pull: { shownTo: me } })).matchedCount === 1;
  }

  /** Applies an unsent message: it no longer counts as unread, and its text disappears from the preview. */
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

  /** Hides the preview from a member if this is the last message. */
  async noteHidden({ conversationId, number }: MessageRow, me: string): Promise<void> {
    await this.#rows.updateOne({ _id: conversationId, 'last.number': number }, { $addToSet: { 'last.hiddenFor': me } });
  }

  /** Marks the preview as flagged if this is the last message. */
  async noteFlagged({ _id, conversationId }: MessageRow, me: string): Promise<void> {
    await this.#rows.updateOne({ _id: conversationId, 'last._id': _id }, { $addToSet: { 'last.flaggedBy': me } });
  }

  /** Removes or restores the preview if this is the last message. */
  async noteRemoved({ _id, conversationId }: MessageRow, removedFor: string | null): Promise<void> {
    const last = Object.entries(removal(removedFor)).map(([name, value]) => [`last.${name}`, value]);
    await this.#rows.updateOne({ _id: conversationId, 'last._id': _id }, { $set: Object.fromEntries(last) });
  }

  /** Some of a member's conversations. */
  someOf(member: string, limit: number): Promise<ConversationRow[]> {
    return this.#rows.find({ heldBy: member }).sort({ _id: 1 }).limit(limit).toArray();
  }

  /** All conversations of a member. */
  allOf(member: string): AsyncIterable<ConversationRow> {
    return this.#rows.find({ heldBy: member }).sort({ _id: 1 });
  }

  /** Number of messages in a member's conversations. */
  async countOf(member: string): Promise<number> {
    const summing = [{ $match: { heldBy: member } }, { $group: { _id: null, count: { $sum: '$seq' } } }];
    const [sum] = await this.#rows.aggregate<{ count: number }>(summing).toArray();
    return sum?.count ?? 0;
  }

  /** Removes a member from a conversation that the other one keeps. */
  async takeFrom(id: string, member: string): Promise<void> {
    const update = { $pull: { heldBy: member, shownTo: member, unreadBy: member } };
    await this.#rows.updateOne({ _id: id, heldBy: otherOf(id, member) }, update);
  }

  async erase(id: string): Promise<void> {
    await this.#rows.deleteOne({ _id: id });
  }
}
