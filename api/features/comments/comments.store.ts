import { randomUUID } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import { BatchInserter } from '#api/platform/batch-inserter.ts';
import { type Change, type Changed, newChange } from '#api/platform/counting.ts';
import { quietly } from '#api/platform/mongo.ts';
import { after, before, cursorOf, page } from '#api/platform/paging.ts';
import { type Comment, type CommentPage, type CommentStatus, nobody } from '#contract/comments.ts';
import type { Mention } from '#contract/mentions.ts';
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
  /** Until its bike has counted it. */
  change?: Change;
  /** `bikeId:authorId` in the one comment that its bike counts as this author's first. */
  first?: string;
  /** The bike's sequence number that last decided about `first`. */
  firstSeq?: number;
  /** Why it was flagged. `fixed`: its author has used up the one change that settles that; `mendedAt`: when. */
  flag?: CommentFlag;
  /** Why it was removed, and by whom. */
  removal?: CommentRemoval;
  /** Whom its text calls. */
  mentions?: Mention[];
  /** Everybody whom it calls, or called before its author changed it. */
  mentioned?: string[];
  /** Another one with each write that changes what these are to be told. */
  mentionOp?: string;
  /** Until they were told. */
  untold?: true;
};
export type CommentFlag = { reason: string; at: Date; fixed: boolean; mendedAt?: Date };
type CommentRemoval = { reason: string; at: Date; by: 'owner' | 'moderator' };

const toComment = ({
  _id,
  bikeId,
  author,
  text,
  status,
  addedAt,
  editedAt,
  removal,
  mentions,
}: CommentRow): Comment => ({
  ...{ id: _id, bikeId, author, text, status },
  addedAt: addedAt.toISOString(),
  editedAt: editedAt?.toISOString() ?? null,
  ...(removal && { removedBy: removal.by }),
  ...(mentions?.length && { mentions }),
});

/** A comment in a list that everybody reads. */
function toListed(row: CommentRow): Comment {
  if (row.status === 'Active') return toComment(row);
  const { mentions: _, ...comment } = toComment(row);
  return { ...comment, text: '', ...(row.status !== 'Flagged' && { author: nobody, editedAt: null }) };
}

const placeOf = ({ _id, addedAt }: CommentRow) => ({ at: addedAt.getTime(), id: _id });

/** What stands in a list for itself; of the rest there is only a trace, where something follows it. */
const isSaid = ({ status }: Comment): boolean => status === 'Active' || status === 'Flagged';

/** A comment with what moderators made of it, and whom it called. */
export type KeptComment = Comment & Pick<CommentRow, 'flag' | 'mentioned' | 'mentionOp' | 'untold'>;

const toKept = (row: CommentRow): KeptComment => ({
  ...toComment(row),
  ...(row.flag && { flag: row.flag }),
  ...(row.mentioned && { mentioned: row.mentioned }),
  ...(row.mentionOp && { mentionOp: row.mentionOp }),
  ...(row.untold && { untold: row.untold }),
});

/** Part of a write: there is something else to tell those whom a comment calls. */
const toTell = () => ({ mentionOp: randomUUID(), untold: true as const });

/** Part of a write: these are called, too. */
const alsoCalled = (mentions: readonly Mention[]) =>
  mentions.length > 0 && { $addToSet: { mentioned: { $each: mentions.map(({ id }) => id) } } };

/** What becomes of a comment in one write; null takes a note away. */
export type CommentBecoming = {
  status: CommentStatus;
  editedAt?: Date;
  flag?: CommentFlag | null;
  removal?: CommentRemoval | null;
} & Partial<Said>;

/** What its author said. */
type Said = { text: string; mentions: Mention[] };

const batchSize = 100;

type AddedComment = Said & { id: string; bikeId: string; author: Person; at: Date };

/** Which bike a comment belongs to. */
export type CommentPlace = Pick<CommentRow, 'bikeId'> & { id: string };

export const changedOf = ({
  _id,
  author,
  addedAt,
  change,
}: Pick<CommentRow, '_id' | 'author' | 'addedAt' | 'change'>): Changed | null =>
  change ? { id: _id, op: change.op, by: change.by, userId: author.id, at: addedAt } : null;

/** What members say about bikes. */
export class CommentStore {
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
      { key: { mentioned: 1 }, sparse: true },
      { key: { untold: 1 }, sparse: true },
    ]);
  }

  async find(id: string): Promise<KeptComment | null> {
    const row = await this.#comments.findOne({ _id: id });
    return row && toKept(row);
  }

  /** The comments of a bike as everybody reads them, newest first. What was taken away begins no list. */
  async of(bikeId: string, limit: number, cursor?: string): Promise<Page<Comment>> {
    for (let from = cursor; ; ) {
      const rows: CommentRow[] = await this.#comments
        .find({ bikeId, ...after<CommentRow>('addedAt', from, (at) => new Date(at)) })
        .sort({ addedAt: -1, _id: -1 })
        .limit(limit + 1)
        .toArray();
      const { items, next } = page(rows, limit, toListed, placeOf);
      const first = cursor ? 0 : items.findIndex(isSaid);
      if (first >= 0 || next === null) return { items: first < 0 ? [] : items.slice(first), next };
      from = next;
    }
  }

  /**
   * A comment with at most so many of those that everybody reads beside it, half of them newer; null when this bike has no
   * such comment. That it was taken away stands there, too.
   */
  async around(bikeId: string, id: string, limit: number): Promise<CommentPage | null> {
    const named = await this.#comments.findOne({ _id: id, bikeId });
    if (!named) return null;
    const half = Math.floor(limit / 2);
    const place = cursorOf(placeOf(named));
    const [older, { items, newer }] = await Promise.all([
      this.#comments
        .find({ bikeId, ...after<CommentRow>('addedAt', place, (at) => new Date(at)) })
        .sort({ addedAt: -1, _id: -1 })
        .limit(limit - half)
        .toArray(),
      this.newer(bikeId, place, half),
    ]);
    const below = page([named, ...older], limit - half, toListed, placeOf);
    return { items: [...items, ...below.items], next: below.next, newer };
  }

  /** The comments that follow a place, newest first. What was taken away begins no list. */
  async newer(bikeId: string, from: string, limit: number): Promise<CommentPage & { newer: string | null }> {
    const rows = await this.#comments
      .find({ bikeId, ...before<CommentRow>('addedAt', from, (at) => new Date(at)) })
      .sort({ addedAt: 1, _id: 1 })
      .limit(limit + 1)
      .toArray();
    const { items, next: newer } = page(rows, limit, toListed, placeOf);
    const said = newer === null ? items.findLastIndex(isSaid) + 1 : items.length;
    return { items: items.slice(0, said).toReversed(), next: null, newer };
  }

  /** Those of these comments that are shown. */
  async shownAmong(ids: string[]): Promise<Comment[]> {
    return (await this.#comments.find({ _id: { $in: ids }, status: 'Active' }).toArray()).map(toComment);
  }

  /** How those of these comments stand that their authors have not deleted, as these are told. */
  async standings(ids: string[]): Promise<{ id: string; status: CommentStatus; reason: string; fixable: boolean }[]> {
    const rows = this.#comments.find(
      { _id: { $in: ids }, status: { $ne: 'Deleted' } },
      { projection: { status: 1, flag: 1, removal: 1 } },
    );
    return (await rows.toArray()).map(({ _id, status, flag, removal }) => ({
      ...{ id: _id, status },
      reason: (status === 'Removed' ? removal?.reason : status === 'Flagged' && flag?.reason) || '',
      fixable: status === 'Flagged' && !flag?.fixed,
    }));
  }

  /** These comments with their words, whatever their status. */
  async whatever(ids: string[]): Promise<Comment[]> {
    return (await this.#comments.find({ _id: { $in: ids } }).toArray()).map(toComment);
  }

  /** Some of a member's comments, whatever their status. */
  async someOf(authorId: string): Promise<CommentPlace[]> {
    const theirs = this.#comments.find({ 'author.id': authorId }, { projection: { bikeId: 1 } });
    return (await theirs.limit(batchSize).toArray()).map(({ _id, bikeId }) => ({ id: _id, bikeId }));
  }

  /** A page of a member's shown comments, newest first. */
  async shownOf(authorId: string, cursor?: string): Promise<Page<CommentPlace>> {
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
    const place = ({ _id, bikeId }: CommentRow): CommentPlace => ({ id: _id, bikeId });
    return page(rows, batchSize, place, placeOf);
  }

  /** Whether a member has written anything. */
  async hasAny(authorId: string): Promise<boolean> {
    return (await this.#comments.findOne({ 'author.id': authorId }, { projection: { _id: 1 } })) !== null;
  }

  /** How many comments a member has written, whatever their status. */
  count(authorId: string): Promise<number> {
    return this.#comments.countDocuments({ 'author.id': authorId });
  }

  /** Whether so many comments of a member's are shown. */
  async hasShown(authorId: string, least: number): Promise<boolean> {
    const shown = { 'author.id': authorId, status: 'Active' as const };
    return (await this.#comments.countDocuments(shown, { limit: least })) >= least;
  }

  /** Everything that a member has written about bikes, newest first, whatever its status. */
  async *allOf(authorId: string): AsyncIterable<Comment> {
    const rows = this.#comments.find({ 'author.id': authorId }).sort({ addedAt: -1, _id: -1 });
    for await (const row of rows) yield toComment(row);
  }

  /** Erases a hidden comment. @returns false while its bike still has to count it */
  async erase(id: string): Promise<boolean> {
    const counted = { change: { $exists: false }, first: { $exists: false } };
    return (await this.#comments.deleteOne({ _id: id, status: { $ne: 'Active' }, ...counted })).deletedCount === 1;
  }

  /** Erases all comments of a bike, which goes itself. */
  async eraseOn(bikeId: string): Promise<void> {
    await this.#comments.deleteMany({ bikeId });
  }

  /** Adds a comment that its bike shall count; null when the id is taken. */
  async insert({ id, bikeId, author, text, mentions, at }: AddedComment): Promise<{
    comment: KeptComment;
    changed: Changed;
  } | null> {
    const facts = { bikeId, author, text, status: 'Active' as const, addedAt: at, editedAt: null };
    const change = newChange(bikeId, 1);
    const calling = { mentions, mentioned: mentions.map((one) => one.id), ...toTell() };
    const row: CommentRow = { _id: id, ...facts, change, ...(mentions.length > 0 && calling) };
    if (!(await this.#added.put(row))) return null;
    return { comment: toKept(row), changed: { id, op: change.op, by: change.by, userId: author.id, at } };
  }

  /** Writes a new text unless it stands there already. */
  async setText({ id, mentioned }: KeptComment, { text, mentions }: Said, at: Date): Promise<void> {
    const calls = mentions.length > 0 || mentioned !== undefined;
    await this.#comments.updateOne(
      { _id: id, status: { $in: ['Active', 'Flagged'] }, text: { $ne: text } },
      { $set: { text, editedAt: at, ...(calls && { mentions, ...toTell() }) }, ...alsoCalled(mentions) },
    );
  }

  /** Some comments that call members who have not been told. */
  async untold(): Promise<{ id: string }[]> {
    const rows = this.#comments.find({ untold: { $exists: true } }, { projection: { _id: 1 } });
    return (await rows.limit(batchSize).toArray()).map(({ _id }) => ({ id: _id }));
  }

  /** Notes that those whom a comment called were told how it stood; false when there is something else to tell. */
  async noteTold(id: string, mentionOp: string): Promise<boolean> {
    const written = await this.#comments.updateOne({ _id: id, mentionOp }, { $unset: { untold: '' } }, quietly);
    return written.matchedCount === 1;
  }

  /** Lets no comment call a member any more; their words stay. */
  async forgetMentionsOf(memberId: string): Promise<void> {
    const calling = { mentions: { id: memberId }, mentioned: memberId };
    await this.#comments.updateMany({ mentioned: memberId }, { $pull: calling });
  }

  /**
   * Lets a comment become something else, which its bike shall count where it is shown then, or was before.
   * @returns null when it is not what it was any more, or not counted yet
   */
  async become(
    { id, bikeId, status: before, mentioned }: CommentPlace & Pick<KeptComment, 'status' | 'mentioned'>,
    { status, flag, removal, ...facts }: CommentBecoming,
  ): Promise<{ changed: Changed | null } | null> {
    const by = Number(status === 'Active') - Number(before === 'Active');
    const notes = Object.entries({ flag, removal });
    const taken = notes.filter(([, note]) => note === null).map(([name]) => [name, '']);
    const set = {
      ...{ status, ...facts },
      ...Object.fromEntries(notes.filter(([, note]) => note)),
      ...(by !== 0 && { change: newChange(bikeId, by > 0 ? 1 : -1) }),
      ...((mentioned || facts.mentions?.length) && toTell()),
    };
    const row = await this.#comments.findOneAndUpdate(
      { _id: id, status: before, change: { $exists: false } },
      {
        $set: set,
        ...(taken.length > 0 && { $unset: Object.fromEntries(taken) }),
        ...alsoCalled(facts.mentions ?? []),
      },
      { returnDocument: 'after' },
    );
    return row && { changed: changedOf(row) };
  }
}
