import type { Now } from '#api/platform/clock.ts';
import type { CountingBike } from '#api/platform/counting.ts';
import type { Effects } from '#api/platform/effects.ts';
import type { Comment, NewComment } from '#contract/comments.ts';
import { may, permitted } from '#contract/may.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import { Problem } from '#contract/problems.ts';
import type { CommentPlace, CommentStore } from './comments.store.ts';

const newest = 50;

const tries = 5;

interface Needs {
  comments: Pick<CommentStore, 'find' | 'of' | 'insert' | 'setText' | 'hide' | 'shownOf' | 'erase' | 'eraseOn'>;
  /** A bike, read before its comments are changed; null when there is none. */
  bikeOf(bikeId: string): Promise<CountingBike | null>;
  /** @throws not_found, gone for a bike that cannot be seen */
  seen(bikeId: string): Promise<unknown>;
  tell: Effects['tell'];
  now: Now;
}

/** The rules of comments. */
export class CommentService {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** @throws not_found, gone */
  async of(bikeId: string, { cursor, limit = newest }: PageQuery): Promise<Page<Comment>> {
    await this.#needs.seen(bikeId);
    return this.#needs.comments.of(bikeId, limit, cursor);
  }

  /**
   * Adds a comment; one that is already there by the same author is the answer.
   * @throws not_found, gone, comment.exists, unavailable
   */
  async add(author: Person, bikeId: string, { id, text }: NewComment): Promise<Comment> {
    const { comments, bikeOf, now } = this.#needs;
    const bike = permitted('bike.comment', author, await bikeOf(bikeId));
    const added = await comments.insert({ id, bikeId, author, text, at: now() });
    if (added) {
      await bike.count(added.changed);
      return added.comment;
    }
    const stored = permitted('comment.repeat', author, await comments.find(id), { bikeId });
    await bike.settle();
    return stored;
  }

  /** @throws not_found, forbidden, comment.too_late */
  async edit(author: Person, id: string, text: string): Promise<Comment> {
    const { comments, tell, now } = this.#needs;
    const comment = permitted('comment.edit', author, await comments.find(id), { at: now().getTime(), text });
    if (comment.text !== text) await comments.setText(id, text, now());
    const edited = comment.text === text ? comment : await comments.find(id);
    if (!edited) throw new Problem('not_found');
    // Also what stands there already: a server that was stopped may not have told it.
    await tell({ what: 'comment.edited', bikeId: comment.bikeId, id });
    return edited;
  }

  /** Its author deletes a comment, the bike's owner removes it. @throws not_found, forbidden, gone, unavailable */
  async remove(user: Person, id: string): Promise<void> {
    const { comments, bikeOf } = this.#needs;
    const comment = await comments.find(id);
    const bike = comment && (await bikeOf(comment.bikeId));
    const isAuthor = may('comment.delete', user, comment);
    if (!isAuthor) permitted('comment.remove', user, comment, { bike });
    if (!comment || !bike) throw new Problem('not_found');
    await this.#hide(comment, bike, isAuthor ? 'Deleted' : 'Removed');
  }

  /** Removes all that a member wrote. Ends early when it is stopped; the same once more goes on. @throws unavailable */
  async removeAllOf(authorId: string, stopping: AbortSignal): Promise<void> {
    const { comments, bikeOf } = this.#needs;
    let cursor: string | undefined;
    do {
      const { items, next } = await comments.shownOf(authorId, cursor);
      for (const comment of items) {
        if (stopping.aborted) return;
        const bike = await bikeOf(comment.bikeId);
        if (bike) await this.#hide(comment, bike, 'Removed');
      }
      cursor = next ?? undefined;
    } while (cursor !== undefined);
  }

  /** Erases a comment with its author. @throws unavailable */
  async erase({ id, bikeId }: CommentPlace): Promise<void> {
    const { comments, bikeOf } = this.#needs;
    const bike = await bikeOf(bikeId);
    if (!bike) return comments.eraseOn(bikeId);
    await this.#hide({ id, bikeId }, bike, 'Deleted');
    // Its bike may still have to take its mark off it.
    if (!(await comments.erase(id))) await bike.settle();
  }

  async #hide({ id, bikeId }: CommentPlace, bike: CountingBike, status: Comment['status']): Promise<void> {
    const { comments } = this.#needs;
    for (let i = 0; i < tries; i++) {
      const changed = await comments.hide(id, bikeId, status);
      if (changed) return void (await bike.count(changed));
      // It is hidden already, or its coming is not counted yet: what an earlier call began comes first.
      await bike.settle();
      if ((await comments.find(id))?.status !== 'Active') return;
    }
    throw new Problem('unavailable', { details: { retryAfter: 1 } });
  }
}
