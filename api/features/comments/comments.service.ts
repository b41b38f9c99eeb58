import type { CountingBike } from '#api/features/bikes/bikes.count-changes.store.ts';
import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import type { Writer } from '#api/platform/http/kit.ts';
import {
  type Closing,
  type Comment,
  type CommentPage,
  type CommentQuery,
  type CommentStatus,
  type Marking,
  maxPins,
  type NewComment,
} from '#contract/comments.ts';
import { linkProblem } from '#contract/links-elsewhere.ts';
import { may, permitted, refusal } from '#contract/may.ts';
import { omit } from '#contract/omit.ts';
import type { Person } from '#contract/people.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import type { CommentMentions } from './comments.mentions.ts';
import type { CommentChange, CommentFlag, CommentKey, CommentStore, StoredComment } from './comments.store.ts';

const pageSize = 50;

const maxTries = 5;

interface Deps {
  comments: CommentStore;
  /** A bike with its counters, read before its comments change on behalf of `memberId`; null if there is none. */
  bikeOf(bikeId: string, memberId?: string): Promise<CountingBike | null>;
  mentions: CommentMentions;
  hasUpdate(bikeId: string, updateId: string): Promise<boolean>;
  /** Closes or reopens a bike's comments. */
  closeComments(bikeId: string, closed: boolean): Promise<void>;
  /** A bike's title; null if there is none. */
  titleOf(bikeId: string): Promise<string | null>;
  /** @throws not_found, gone for a bike that cannot be seen */
  assertVisible(bikeId: string): Promise<unknown>;
  emit: Events['emit'];
  now: Now;
  /** The site's public origin. */
  origin: string;
}

/** A moderator's decision about a comment. */
export type CommentDecision = { to: 'Flagged' | 'Removed' | 'Active'; reason: string };

const flagged = (before: CommentFlag | undefined, reason: string, at: Date): CommentFlag => ({
  reason,
  at,
  fixed: before?.fixed ?? false,
  ...(before?.mendedAt && { mendedAt: before.mendedAt }),
});

/** The change that a moderator's decision makes; null if there is none. */
function byModerator({ status, flag }: StoredComment, { to, reason }: CommentDecision, at: Date): CommentChange | null {
  if (to === 'Flagged') return { status: to, flag: flagged(flag, reason, at) };
  if (to === 'Removed') return { status: to, removal: { reason, at, by: 'moderator' } };
  return status === 'Active' ? null : { status: to, flag: null, removal: null };
}

/** Reads, writes and moderates comments. */
export class CommentService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @throws not_found, gone */
  async of(bikeId: string, { cursor, around, newer, update, limit = pageSize }: CommentQuery): Promise<CommentPage> {
    const { comments, assertVisible } = this.#deps;
    await assertVisible(bikeId);
    const [found, pinned] = await Promise.all([
      newer
        ? comments.newer(bikeId, newer, limit)
        : around
          ? comments.around(bikeId, around, limit)
          : comments.of(bikeId, limit, cursor, update),
      newer || around || cursor || update ? [] : comments.pinnedOn(bikeId),
    ]);
    if (!found) throw new Problem('not_found');
    const all = await comments.withAnswered([...pinned, ...found.items]);
    return {
      ...found,
      items: all.slice(pinned.length),
      ...(pinned.length > 0 && { pinned: all.slice(0, pinned.length) }),
    };
  }

  /** Strips the internal moderation and mention fields, and reads the comment that it answers. */
  async #toPublic(stored: StoredComment): Promise<Comment> {
    const comment = omit(stored, 'flag', 'removal', 'mentioned', 'mentionOp', 'untold');
    const [whole = comment] = await this.#deps.comments.withAnswered([comment]);
    return whole;
  }

  /** A comment with its text, even if it is flagged. @throws not_found, gone, bike.flagged */
  async get(id: string): Promise<Comment> {
    const { comments } = this.#deps;
    const comment = await comments.find(id);
    return this.#toPublic(permitted('comment.see', null, comment, { bike: await this.#bikeOf(comment) }));
  }

  #bikeOf(comment: Comment | null): Promise<CountingBike | null> {
    return comment ? this.#deps.bikeOf(comment.bikeId) : Promise.resolve(null);
  }

  /**
   * Adds a comment. A comment with the same id by the same author is returned as it is.
   * @throws not_found, gone, comments.closed, block.between, posting.held, update.gone, comment.exists, unavailable;
   * FieldsRefused for a link that the author may not post yet
   */
  async add(
    { postingSuspended, newUntil, ...author }: Writer,
    bikeId: string,
    { id, text, replyTo, updateId }: NewComment,
  ): Promise<Comment> {
    const { comments, bikeOf, hasUpdate, mentions, now, origin } = this.#deps;
    const found = await bikeOf(bikeId, author.id);
    // A comment that has arrived stays, even if commenting is no longer allowed.
    const viewer = { ...author, postingSuspended };
    const link = linkProblem(text, newUntil !== null, origin);
    const replied = replyTo ? await comments.find(replyTo) : null;
    const answered = replied?.bikeId === bikeId ? replied : null;
    // A reply is about what the answered comment is about, even if that update is gone.
    const isLost = !answered && updateId !== undefined && !(await hasUpdate(bikeId, updateId));
    const arrived = (link || isLost || refusal('bike.comment', viewer, found)) && (await comments.find(id));
    const bike = arrived && found ? found : permitted('bike.comment', viewer, found);
    if (link && !arrived) throw new FieldsRefused({ text: [link] });
    if (isLost && !arrived) throw new Problem('update.gone');
    const said = {
      text,
      mentions: await mentions.in(text),
      replyTo,
      answeredId: answered?.author.id,
      updateId: answered ? answered.updateId : updateId,
    };
    const added = await comments.insert({ id, bikeId, author, ...said, at: now() });
    if (added) await bike.count(added.changed);
    const stored = added?.comment ?? permitted('comment.repeat', author, await comments.find(id), { bikeId });
    if (!added) await bike.settle();
    await mentions.notify(stored);
    return this.#toPublic(stored);
  }

  /** Lets a bike's owner close or reopen its comments. @throws not_found, gone, forbidden */
  async close(owner: Person, bikeId: string, { closed }: Closing): Promise<Closing> {
    permitted('bike.closeComments', owner, await this.#deps.bikeOf(bikeId));
    await this.#deps.closeComments(bikeId, closed);
    return { closed };
  }

  /**
   * Edits a comment. The first edit of a flagged comment makes it visible again.
   * @throws not_found, forbidden, comment.too_late, posting.held, unavailable;
   * FieldsRefused for a link that the author may not post yet
   */
  async edit(author: Writer, id: string, text: string): Promise<Comment> {
    const { comments, mentions, emit, now } = this.#deps;
    const comment = permitted('comment.edit', author, await comments.find(id), { at: now().getTime(), text });
    if (comment.text !== text) await this.#write(author, comment, text, now());
    const edited = comment.text === text ? comment : await comments.find(id);
    if (!edited) throw new Problem('not_found');
    // Emit even if nothing changed: a server that was stopped may not have emitted it.
    await emit({ what: 'comment.edited', bikeId: comment.bikeId, id });
    await mentions.notify(edited);
    return this.#toPublic(edited);
  }

  /**
   * Lets a bike's owner mark a comment, or take the mark away. Idempotent.
   * @throws not_found, gone, forbidden, comment.pins
   */
  async mark(owner: Person, id: string, marking: Marking): Promise<Comment> {
    const { comments, now } = this.#deps;
    const found = await comments.find(id);
    const bike = await this.#bikeOf(found);
    const comment = permitted('comment.mark', owner, found, { ...marking, bike });
    if (marking.mark === 'Pinned' && marking.on) {
      const others = (await comments.pinnedOn(comment.bikeId)).filter((one) => one.id !== id);
      if (others.length >= maxPins) throw new Problem('comment.pins');
    }
    await comments.setMark(comment, marking, now());
    const marked = await comments.find(id);
    if (!marked) throw new Problem('not_found');
    return this.#toPublic(marked);
  }

  async #write({ postingSuspended, newUntil }: Writer, comment: StoredComment, text: string, at: Date): Promise<void> {
    const { comments, bikeOf, origin } = this.#deps;
    const { id, bikeId, status, flag } = comment;
    const link = linkProblem(text, newUntil !== null, origin);
    if (link) throw new FieldsRefused({ text: [link] });
    const said = { text, mentions: await this.#deps.mentions.in(text, comment, postingSuspended ? 0 : undefined) };
    const bike = status === 'Flagged' && flag && !flag.fixed ? await bikeOf(bikeId) : null;
    if (!bike) return comments.setText(comment, said, at);
    await this.#change({ id, bikeId }, bike, (found) =>
      found.status === 'Flagged' && found.flag
        ? { status: 'Active', ...said, editedAt: at, flag: { ...found.flag, fixed: true, mendedAt: at } }
        : null,
    );
  }

  /**
   * Deletes a comment for its author, or removes it for the bike's owner.
   * @throws not_found, forbidden, gone, unavailable
   */
  async remove(user: Person, id: string): Promise<void> {
    const { comments, now } = this.#deps;
    const comment = await comments.find(id);
    const bike = await this.#bikeOf(comment);
    const isAuthor = may('comment.delete', user, comment);
    if (!isAuthor) permitted('comment.remove', user, comment, { bike });
    if (!comment || !bike) throw new Problem('not_found');
    await this.#hide(comment, bike, isAuthor ? 'Deleted' : 'Removed', { reason: '', at: now(), by: 'owner' });
  }

  /** Removes all comments of a banned member. Idempotent. @throws unavailable */
  async removeAllOf(authorId: string): Promise<void> {
    const { comments, bikeOf, now } = this.#deps;
    const at = now();
    for (let cursor: string | undefined, isLast = false; !isLast; ) {
      const { items, next } = await comments.shownOf(authorId, cursor);
      for (const comment of items) {
        const bike = await bikeOf(comment.bikeId);
        if (!bike) continue;
        await this.#change(comment, bike, ({ status }) =>
          status === 'Active' || status === 'Flagged'
            ? { status: 'Removed', removal: { reason: '', at, by: 'moderator', ban: status }, banned: authorId }
            : null,
        );
      }
      isLast = next === null;
      cursor = next ?? undefined;
    }
  }

  /** Restores the comments that a ban removed; those that were removed otherwise stay so. Idempotent. @throws unavailable */
  async restoreAllOf(authorId: string): Promise<void> {
    const { comments, bikeOf } = this.#deps;
    for (let some = await comments.bannedOf(authorId); some.length > 0; some = await comments.bannedOf(authorId)) {
      for (const comment of some) {
        const bike = await bikeOf(comment.bikeId);
        if (bike)
          await this.#change(comment, bike, ({ status, removal }) =>
            status === 'Removed' && removal?.ban ? { status: removal.ban, removal: null } : null,
          );
        await comments.forgetBan(comment.id, bike === null);
      }
    }
  }

  /**
   * Puts a comment back to how a backup has it, and shows one that was deleted or removed.
   * @throws not_found, unavailable
   */
  async bringBack(id: string, said: Pick<CommentChange, 'text' | 'mentions'>): Promise<void> {
    const { comments } = this.#deps;
    const found = await comments.find(id);
    const bike = await this.#bikeOf(found);
    if (!found || !bike) throw new Problem('not_found');
    await this.#change(found, bike, ({ status, text }) => {
      const isShown = status === 'Active' || status === 'Flagged';
      if (isShown && text === said.text) return null;
      return { status: isShown ? status : 'Active', removal: null, ...said };
    });
  }

  /** Erases a comment of an erased member. @throws unavailable */
  async erase({ id, bikeId }: CommentKey): Promise<void> {
    const { comments, bikeOf } = this.#deps;
    const bike = await bikeOf(bikeId);
    if (!bike) return comments.eraseOn(bikeId);
    await this.#hide({ id, bikeId }, bike, 'Deleted');
    // The bike may not have counted the removal yet.
    if (!(await comments.erase(id))) await bike.settle();
  }

  /** Returns the comment if this member may flag it. @throws not_found, gone, bike.flagged, flag.own */
  async flaggable(user: Person, id: string): Promise<{ ownerId: string; bikeId: string; correctedAt: Date | null }> {
    const found = await this.#deps.comments.find(id);
    const comment = permitted('comment.flag', user, found, { bike: await this.#bikeOf(found) });
    return { ownerId: comment.author.id, bikeId: comment.bikeId, correctedAt: comment.flag?.mendedAt ?? null };
  }

  /** Collapses a comment that members have flagged. Returns whether it is flagged now. @throws unavailable */
  async flag(id: string, reason: string): Promise<boolean> {
    const { comments, now } = this.#deps;
    const found = await comments.find(id);
    const bike = await this.#bikeOf(found);
    if (!found || !bike) return false;
    const at = now();
    const comment = await this.#change(found, bike, ({ status, flag }) =>
      status === 'Active' ? { status: 'Flagged', flag: flagged(flag, reason, at) } : null,
    );
    if (comment?.status !== 'Flagged') return false;
    // Emit even if nothing changed: a server that was stopped may not have emitted it.
    await this.#emitJudged(comment, comment.flag?.reason ?? reason, comment.flag?.at ?? at);
    return true;
  }

  /** A comment as moderators see it; null if there is none. */
  async forModerator(id: string) {
    const { comments, titleOf } = this.#deps;
    const comment = await comments.find(id);
    if (!comment) return null;
    const { author: owner, status, bikeId, flag, removal } = comment;
    const title = (await titleOf(bikeId)) ?? '';
    const name = `The comment of ${owner.username} on "${title}"`;
    const reason = (status === 'Removed' ? removal?.reason : flag?.reason) ?? '';
    return { name, bike: { id: bikeId, title }, owner, status, reason };
  }

  /** Applies a moderator's decision. @throws not_found, moderation.state, unavailable */
  async moderate(id: string, decision: CommentDecision): Promise<void> {
    const { comments, now } = this.#deps;
    const found = await comments.find(id);
    const bike = await this.#bikeOf(found);
    if (!found || !bike) throw new Problem('not_found');
    const at = now();
    const comment = await this.#change(found, bike, (one) =>
      byModerator(permitted('comment.moderate', { id: '' }, one, decision), decision, at),
    );
    if (comment) await this.#emitJudged(comment, decision.reason, at);
  }

  #emitJudged({ id, bikeId, author, status }: Comment, reason: string, at: Date): Promise<void> {
    const judgement = { status, reason, at: at.toISOString() };
    return this.#deps.emit({ what: 'comment.judged', bikeId, id, ownerId: author.id, ...judgement });
  }

  /** Hides a visible comment; one that is already hidden stays as it is. Idempotent. */
  async #hide(key: CommentKey, bike: CountingBike, status: CommentStatus, removal?: CommentChange['removal']) {
    await this.#change(key, bike, (comment) => {
      if (comment.status !== 'Active' && comment.status !== 'Flagged') return null;
      return { status, ...(status === 'Removed' && { removal }) };
    });
  }

  /**
   * Applies the change that `next` makes to the current comment, and retries on a conflict.
   * @throws what `next` throws; unavailable
   */
  async #change(
    { id }: CommentKey,
    bike: CountingBike,
    next: (comment: StoredComment) => CommentChange | null,
  ): Promise<StoredComment | null> {
    const { comments, mentions } = this.#deps;
    for (let i = 0; i < maxTries; i++) {
      const comment = await comments.find(id);
      const change = comment && next(comment);
      // Finish what an earlier call began, even if there is nothing to change.
      if (!change) {
        await bike.settle();
        if (comment) await mentions.notify(comment);
        return comment;
      }
      const done = await comments.applyChange(comment, change);
      if (done?.changed) await bike.count(done.changed);
      if (!done) {
        await bike.settle();
        continue;
      }
      const current = await comments.find(id);
      if (current) await mentions.notify(current);
      return current;
    }
    throw new Problem('unavailable', { details: { retryAfter: 1 } });
  }
}
