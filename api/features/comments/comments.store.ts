import { randomUUID } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import { type Change, type Changed, newChange } from '#api/features/bikes/bikes.count-changes.store.ts';
import { BatchInserter } from '#api/platform/batch-inserter.ts';
import { quietly } from '#api/platform/mongo.ts';
import { after, before, cursorOf, page } from '#api/platform/paging.ts';
import { byId } from '#api/platform/placement.ts';
import {
  answeredOf,
  type Comment,
  type CommentPage,
  type CommentStatus,
  editHours,
  type Marking,
  maxPins,
  nobody,
} from '#contract/comments.ts';
import type { Mention } from '#contract/mentions.ts';
import { omit } from '#contract/omit.ts';
import type { Page } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';

export type CommentRow = {
  _id: string;
  bikeId: string;
  author: Person;
  text: string;
  status: Comment['status'];
  addedAt: Date;
  editedAt: Date | null;
  /** Set until the bike has counted it. */
  change?: Change;
  /** `bikeId:authorId` in the one comment that its bike counts as this author's first. */
  first?: string;
  /** The bike's sequence number that last changed `first`. */
  firstSeq?: number;
  /** Why it was flagged. `fixed`: its author has used the one edit that settles it; `mendedAt`: when. */
  flag?: CommentFlag;
  /** Why it was removed, and by whom. */
  removal?: CommentRemoval;
  /** Its author's id, if a ban removed it. */
  banned?: string;
  /** Id of the comment that it answers. No text is copied: the answered comment is read with each list. */
  replyTo?: string;
  /** The update of the bike that it is about. */
  updateId?: string;
  /** Whether the bike's owner has marked it as answered. */
  answered?: true;
  /** Set while the bike's owner has pinned it. */
  pin?: { bikeId: string; at: Date };
  /** Members that its text mentions. */
  mentions?: Mention[];
  /** All members that it mentions or ever mentioned, and the author whom it answers. */
  mentioned?: string[];
  /** Those of them who were alerted. */
  alerted?: string[];
  /** Changes with each write that changes whom to notify. */
  mentionOp?: string;
  /** Set until those members were notified. */
  untold?: true;
};
export type CommentFlag = { reason: string; at: Date; fixed: boolean; mendedAt?: Date };
/** `ban`: a ban removed it; the status to restore with the member. */
type CommentRemoval = { reason: string; at: Date; by: 'owner' | 'moderator'; ban?: 'Active' | 'Flagged' };

/** An answered comment that is erased, or not read yet. */
const unknownComment = { author: nobody, text: '', status: 'Deleted' as const };

const toComment = ({
  _id,
  bikeId,
  author,
  text,
  status,
  addedAt,
  editedAt,
  removal,
  replyTo,
  updateId,
  answered,
  pin,
  mentions,
}: CommentRow): Comment => ({
  id: _id,
  bikeId,
  author,
  text,
  status,
  addedAt: addedAt.toISOString(),
  editedAt: editedAt?.toISOString() ?? null,
  ...(removal && { removedBy: removal.by }),
  ...(mentions?.length && { mentions }),
  ...(replyTo && { replyTo: { ...unknownComment, id: replyTo } }),
  ...(updateId && { updateId }),
  ...((answered || pin) && {
    marks: [...(answered ? ['Answered' as const] : []), ...(pin ? ['Pinned' as const] : [])],
  }),
});

/** A comment as public lists show it. */
function toListed(row: CommentRow): Comment {
  if (row.status === 'Active') return toComment(row);
  const { mentions: _, replyTo, marks: __, ...comment } = toComment(row);
  if (row.status === 'Flagged') return { ...comment, text: '', ...(replyTo && { replyTo }) };
  return { ...comment, text: '', author: nobody, editedAt: null };
}

const positionOf = ({ _id, addedAt }: CommentRow) => ({ at: addedAt.getTime(), id: _id });

/** Whether it is listed on its own; a deleted or removed one leaves only a trace where others follow. */
const isSaid = ({ status }: Comment): boolean => status === 'Active' || status === 'Flagged';

/** A comment with its internal moderation and mention fields. */
export type StoredComment = Comment & Pick<CommentRow, 'flag' | 'removal' | 'mentioned' | 'mentionOp' | 'untold'>;

const toStored = (row: CommentRow): StoredComment => ({
  ...toComment(row),
  ...(row.flag && { flag: row.flag }),
  ...(row.removal && { removal: row.removal }),
  ...(row.mentioned && { mentioned: row.mentioned }),
  ...(row.mentionOp && { mentionOp: row.mentionOp }),
  ...(row.untold && { untold: row.untold }),
});

/** Update fields: the mentioned members have to be notified. */
const unnotifiedFields = () => ({ mentionOp: randomUUID(), untold: true as const });

/** Update operator: adds to all members ever mentioned. */
const alsoCalled = (mentions: readonly Mention[]) =>
  mentions.length > 0 && { $addToSet: { mentioned: { $each: mentions.map(({ id }) => id) } } };

/** A change to a comment in one write; null removes a field. */
export type CommentChange = {
  status: CommentStatus;
  editedAt?: Date;
  flag?: CommentFlag | null;
  removal?: CommentRemoval | null;
  banned?: string;
} & Partial<Said>;

/** The text and its mentions. */
type Said = { text: string; mentions: Mention[] };

const batchSize = 100;

type AddedComment = Said & {
  id: string;
  bikeId: string;
  author: Person;
  at: Date;
  /** The comment that it answers. */
  replyTo?: string | undefined;
  /** The author whom it answers; absent if there is none to notify. */
  answeredId?: string | undefined;
  /** The update of the bike that it is about. */
  updateId?: string | undefined;
};

/** A comment, all members that it mentions or ever mentioned, and those of them who were alerted. */
export type MentioningComment = CommentKey & { mentioned: string[]; alerted: string[] };

/** A comment's id and its bike. */
export type CommentKey = Pick<CommentRow, 'bikeId'> & { id: string };

export const changedOf = ({
  _id,
  author,
  addedAt,
  change,
}: Pick<CommentRow, '_id' | 'author' | 'addedAt' | 'change'>): Changed | null =>
  change ? { id: _id, op: change.op, by: change.by, userId: author.id, at: addedAt } : null;

/** Stores comments. */
export class CommentStore {
  readonly placement = { comments: byId };
  readonly #comments: Collection<CommentRow>;
  readonly #added: BatchInserter<CommentRow>;

  constructor(db: Db) {
    this.#comments = db.collection('comments');
    this.#added = new BatchInserter(this.#comments);
  }

  async createIndexes(): Promise<void> {
    await this.#comments.createIndexes([
      { key: { bikeId: 1, status: 1, addedAt: -1, _id: -1 } },
      { key: { bikeId: 1, addedAt: -1, _id: -1 } },
      {
        key: { bikeId: 1, updateId: 1, addedAt: -1, _id: -1 },
        partialFilterExpression: { updateId: { $exists: true } },
      },
      { key: { mentioned: 1 }, sparse: true },
      { key: { untold: 1 }, sparse: true },
      { key: { banned: 1 }, sparse: true },
      { key: { 'pin.bikeId': 1 }, sparse: true },
    ]);
  }

  async find(id: string): Promise<StoredComment | null> {
    const row = await this.#comments.findOne({ _id: id });
    return row && toStored(row);
  }

  /** Reads the comments that these ones of one bike answer. */
  async withAnswered<C extends Comment>(comments: readonly C[]): Promise<C[]> {
    const ids = [...new Set(comments.flatMap(({ replyTo }) => replyTo?.id ?? []))];
    if (ids.length === 0) return [...comments];
    const rows = await this.#comments.find({ _id: { $in: ids } }).toArray();
    const byId = new Map(rows.map((row) => [row._id, toListed(row)]));
    return comments.map((comment) => {
      const answered = comment.replyTo && byId.get(comment.replyTo.id);
      return answered?.bikeId === comment.bikeId ? { ...comment, replyTo: answeredOf(answered) } : comment;
    });
  }

  /** A bike's pinned comments that everybody may read, the latest pin first. */
  async pinnedOn(bikeId: string): Promise<Comment[]> {
    const rows = await this.#comments.find({ 'pin.bikeId': bikeId }).toArray();
    const shown = rows.filter(({ status }) => status === 'Active');
    const at = ({ pin }: CommentRow) => pin?.at.getTime() ?? 0;
    return shown
      .sort((a, b) => at(b) - at(a) || (a._id < b._id ? 1 : -1))
      .slice(0, maxPins)
      .map(toListed);
  }

  /** Sets or removes a mark of the bike's owner. Idempotent: a repeated pin keeps its time. */
  async setMark({ id, bikeId }: CommentKey, { mark, on }: Marking, at: Date): Promise<void> {
    const field = mark === 'Pinned' ? 'pin' : 'answered';
    const value = mark === 'Pinned' ? { pin: { bikeId, at } } : { answered: true as const };
    const update = on ? { $set: value } : { $unset: { [field]: '' as const } };
    await this.#comments.updateOne({ _id: id, [field]: { $exists: !on } }, update);
  }

  /**
   * A bike's public comments, newest first. Skips hidden comments at the beginning of the list.
   * @param updateId only those about this update
   */
  async of(bikeId: string, limit: number, cursor?: string, updateId?: string): Promise<Page<Comment>> {
    for (let from = cursor; ; ) {
      const rows: CommentRow[] = await this.#comments
        .find({ bikeId, ...(updateId && { updateId }), ...after<CommentRow>('addedAt', from, (at) => new Date(at)) })
        .sort({ addedAt: -1, _id: -1 })
        .limit(limit + 1)
        .toArray();
      const { items, next } = page(rows, limit, toListed, positionOf);
      const first = cursor ? 0 : items.findIndex(isSaid);
      if (first >= 0 || next === null) return { items: first < 0 ? [] : items.slice(first), next };
      from = next;
    }
  }

  /** Counts the public comments about these updates of a bike, by update. */
  async countAbout(bikeId: string, updateIds: readonly string[]): Promise<Map<string, number>> {
    const counts = await this.#comments
      .aggregate<{ _id: string; comments: number }>([
        { $match: { bikeId, updateId: { $in: [...updateIds] }, status: 'Active' } },
        { $group: { _id: '$updateId', comments: { $sum: 1 } } },
      ])
      .toArray();
    return new Map(counts.map(({ _id, comments }) => [_id, comments]));
  }

  /**
   * A comment with up to `limit` neighbours, half of them newer; null if this bike has no such comment. Hidden comments
   * are included as traces.
   */
  async around(bikeId: string, id: string, limit: number): Promise<CommentPage | null> {
    const named = await this.#comments.findOne({ _id: id, bikeId });
    if (!named) return null;
    const half = Math.floor(limit / 2);
    const cursor = cursorOf(positionOf(named));
    const [older, { items, newer }] = await Promise.all([
      this.#comments
        .find({ bikeId, ...after<CommentRow>('addedAt', cursor, (at) => new Date(at)) })
        .sort({ addedAt: -1, _id: -1 })
        .limit(limit - half)
        .toArray(),
      this.newer(bikeId, cursor, half),
    ]);
    const below = page([named, ...older], limit - half, toListed, positionOf);
    return { items: [...items, ...below.items], next: below.next, newer };
  }

  /** The comments after a cursor, newest first. Skips hidden comments at the beginning of the list. */
  async newer(bikeId: string, from: string, limit: number): Promise<CommentPage & { newer: string | null }> {
    const rows = await this.#comments
      .find({ bikeId, ...before<CommentRow>('addedAt', from, (at) => new Date(at)) })
      .sort({ addedAt: 1, _id: 1 })
      .limit(limit + 1)
      .toArray();
    const { items, next: newer } = page(rows, limit, toListed, positionOf);
    const said = newer === null ? items.findLastIndex(isSaid) + 1 : items.length;
    return { items: items.slice(0, said).toReversed(), next: null, newer };
  }

  /** The visible ones of these comments. */
  async visibleByIds(ids: string[]): Promise<Comment[]> {
    return (await this.#comments.find({ _id: { $in: ids }, status: 'Active' }).toArray()).map(toComment);
  }

  /** Moderation status of these comments for their authors, without those that the authors deleted. */
  async moderationNotices(
    ids: string[],
  ): Promise<{ id: string; status: CommentStatus; reason: string; fixable: boolean }[]> {
    const rows = this.#comments.find(
      { _id: { $in: ids }, status: { $ne: 'Deleted' } },
      { projection: { status: 1, flag: 1, removal: 1 } },
    );
    return (await rows.toArray()).map(({ _id, status, flag, removal }) => ({
      id: _id,
      status,
      reason: (status === 'Removed' ? removal?.reason : status === 'Flagged' && flag?.reason) || '',
      fixable: status === 'Flagged' && !flag?.fixed,
    }));
  }

  /** Finds comments by id, with their text and whatever their status. */
  async ofAnyStatus(ids: string[]): Promise<Comment[]> {
    return (await this.#comments.find({ _id: { $in: ids } }).toArray()).map(toComment);
  }

  /** Some of a member's comments, whatever their status. */
  async someOf(authorId: string): Promise<CommentKey[]> {
    const theirs = this.#comments.find({ 'author.id': authorId }, { projection: { bikeId: 1 } });
    return (await theirs.limit(batchSize).toArray()).map(({ _id, bikeId }) => ({ id: _id, bikeId }));
  }

  /** A page of a member's visible comments, newest first. */
  async shownOf(authorId: string, cursor?: string): Promise<Page<CommentKey>> {
    const rows = await this.#comments
      .find(
        {
          'author.id': authorId,
          status: { $in: ['Active', 'Flagged'] },
          ...after<CommentRow>('addedAt', cursor, (at) => new Date(at)),
        },
        { projection: { bikeId: 1, addedAt: 1 } },
      )
      .sort({ addedAt: -1, _id: -1 })
      .limit(batchSize + 1)
      .toArray();
    const toKey = ({ _id, bikeId }: CommentRow): CommentKey => ({ id: _id, bikeId });
    return page(rows, batchSize, toKey, positionOf);
  }

  /** Some of a member's comments that a ban has removed. */
  async bannedOf(authorId: string): Promise<CommentKey[]> {
    const rows = this.#comments.find({ banned: authorId }, { projection: { bikeId: 1 } }).limit(batchSize);
    return (await rows.toArray()).map(({ _id, bikeId }) => ({ id: _id, bikeId }));
  }

  /** Forgets that a ban removed a comment, unless it still counts as such. @param isLost whether its bike is gone */
  async forgetBan(id: string, isLost: boolean): Promise<void> {
    const settled = { _id: id, ...(!isLost && { 'removal.ban': { $exists: false } }) };
    await this.#comments.updateOne(settled, { $unset: { banned: '' } });
  }

  /** Whether a member has written any comment. */
  async hasAny(authorId: string): Promise<boolean> {
    return (await this.#comments.findOne({ 'author.id': authorId }, { projection: { _id: 1 } })) !== null;
  }

  /** Number of all comments, whatever their status. */
  total(): Promise<number> {
    return this.#comments.estimatedDocumentCount();
  }

  /** Number of a member's comments, whatever their status. */
  count(authorId: string): Promise<number> {
    return this.#comments.countDocuments({ 'author.id': authorId });
  }

  /** Whether a member has at least this many visible comments. */
  async hasShown(authorId: string, min: number): Promise<boolean> {
    const shown = { 'author.id': authorId, status: 'Active' as const };
    return (await this.#comments.countDocuments(shown, { limit: min })) >= min;
  }

  /** All comments of a member, newest first, whatever their status. Of an answered comment it has the id only. */
  async *allOf(authorId: string): AsyncIterable<Omit<Comment, 'replyTo'> & { replyTo?: string }> {
    const rows = this.#comments.find({ 'author.id': authorId }).sort({ addedAt: -1, _id: -1 });
    for await (const row of rows)
      yield { ...omit(toComment(row), 'replyTo'), ...(row.replyTo && { replyTo: row.replyTo }) };
  }

  /** Erases a hidden comment. Returns false while its bike still has to count it. */
  async erase(id: string): Promise<boolean> {
    const counted = { change: { $exists: false }, first: { $exists: false } };
    return (await this.#comments.deleteOne({ _id: id, status: { $ne: 'Active' }, ...counted })).deletedCount === 1;
  }

  /** Deletes all comments of a deleted bike. */
  async eraseOn(bikeId: string): Promise<void> {
    await this.#comments.deleteMany({ bikeId });
  }

  /** Inserts a comment for its bike to count; null if the id is taken. */
  async insert({ id, bikeId, author, text, mentions, at, replyTo, answeredId, updateId }: AddedComment): Promise<{
    comment: StoredComment;
    changed: Changed;
  } | null> {
    const fields = { bikeId, author, text, status: 'Active' as const, addedAt: at, editedAt: null };
    const change = newChange(bikeId, 1);
    const mentioned = [...new Set([...mentions.map((one) => one.id), ...(answeredId ? [answeredId] : [])])];
    const calling = { mentions, mentioned, ...unnotifiedFields() };
    const row: CommentRow = {
      _id: id,
      ...fields,
      change,
      ...(replyTo && { replyTo }),
      ...(updateId && { updateId }),
      ...(mentioned.length > 0 && calling),
    };
    if (!(await this.#added.put(row))) return null;
    return { comment: toStored(row), changed: { id, op: change.op, by: change.by, userId: author.id, at } };
  }

  /** Replaces the text if it differs. */
  async setText({ id, bikeId, mentioned }: StoredComment, { text, mentions }: Said, at: Date): Promise<void> {
    const calls = mentions.length > 0 || mentioned !== undefined;
    await this.#comments.updateOne(
      { _id: id, bikeId, status: { $in: ['Active', 'Flagged'] }, text: { $ne: text } },
      { $set: { text, editedAt: at, ...(calls && { mentions, ...unnotifiedFields() }) }, ...alsoCalled(mentions) },
    );
  }

  /** An author's comments that were written or last edited after a time, and mention members; in that order. */
  async mentioningOf(authorId: string, since: Date): Promise<MentioningComment[]> {
    const addedAt = { $gt: new Date(since.getTime() - editHours * 3_600_000) };
    const fields = { bikeId: 1, mentioned: 1, alerted: 1, addedAt: 1, editedAt: 1 } as const;
    const rows = await this.#comments
      .find({ 'author.id': authorId, addedAt, mentioned: { $exists: true } }, { projection: fields })
      .toArray();
    const timeOf = (row: CommentRow) => (row.editedAt ?? row.addedAt).getTime();
    return rows
      .filter((row) => timeOf(row) > since.getTime())
      .toSorted((a, b) => timeOf(a) - timeOf(b) || (a._id < b._id ? -1 : 1))
      .map(({ _id, bikeId, mentioned = [], alerted = [] }) => ({ id: _id, bikeId, mentioned, alerted }));
  }

  /** Filters the pairs `bikeId:authorId` of authors with a counted comment on the bike. */
  async firstsAmong(pairs: string[]): Promise<string[]> {
    const rows = await this.#comments.find({ first: { $in: pairs } }, { projection: { first: 1 } }).toArray();
    return rows.flatMap(({ first }) => first ?? []);
  }

  /** Filters the members whose comments mention a member. */
  async mentionersOf(memberId: string, among: string[]): Promise<string[]> {
    const filter = { mentioned: memberId, 'author.id': { $in: among } };
    const rows = await this.#comments.find(filter, { projection: { 'author.id': 1 } }).toArray();
    return rows.map(({ author }) => author.id);
  }

  /** Some comments whose mentioned members have not been notified. */
  async unnotified(): Promise<{ id: string }[]> {
    const rows = this.#comments.find({ untold: { $exists: true } }, { projection: { _id: 1 } });
    return (await rows.limit(batchSize).toArray()).map(({ _id }) => ({ id: _id }));
  }

  /** Records that the mentioned members were notified; false if the comment changed meanwhile. */
  async markNotified(id: string, mentionOp: string, alerted: readonly string[]): Promise<boolean> {
    const written = await this.#comments.updateOne(
      { _id: id, mentionOp },
      {
        $unset: { untold: '' },
        ...(alerted.length > 0 && { $addToSet: { alerted: { $each: [...alerted] } } }),
      },
      quietly,
    );
    return written.matchedCount === 1;
  }

  /** Removes a member from all mentions; the text stays. */
  async forgetMentionsOf(memberId: string): Promise<void> {
    const calling = { mentions: { id: memberId }, mentioned: memberId, alerted: memberId };
    await this.#comments.updateMany({ mentioned: memberId }, { $pull: calling });
  }

  /**
   * Changes a comment's status, for its bike to count if its visibility changes.
   * @returns null if the comment changed meanwhile, or is not counted yet
   */
  async applyChange(
    { id, bikeId, status: before, mentioned }: CommentKey & Pick<StoredComment, 'status' | 'mentioned'>,
    { status, flag, removal, ...fields }: CommentChange,
  ): Promise<{ changed: Changed | null } | null> {
    const by = Number(status === 'Active') - Number(before === 'Active');
    const notes = Object.entries({ flag, removal });
    const taken = notes.filter(([, note]) => note === null).map(([name]) => [name, '']);
    const set = {
      status,
      ...fields,
      ...Object.fromEntries(notes.filter(([, note]) => note)),
      ...(by !== 0 && { change: newChange(bikeId, by > 0 ? 1 : -1) }),
      ...((mentioned || fields.mentions?.length) && unnotifiedFields()),
    };
    const row = await this.#comments.findOneAndUpdate(
      { _id: id, bikeId, status: before, change: { $exists: false } },
      {
        $set: set,
        ...(taken.length > 0 && { $unset: Object.fromEntries(taken) }),
        ...alsoCalled(fields.mentions ?? []),
      },
      { returnDocument: 'after' },
    );
    return row && { changed: changedOf(row) };
  }
}
