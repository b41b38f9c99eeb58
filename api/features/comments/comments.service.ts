import type { Now } from '#api/platform/clock.ts';
import type { CountingBike } from '#api/platform/counting.ts';
import type { BikeStatus } from '#contract/bike-options.ts';
import type { Person } from '#contract/bikes.ts';
import { type Comment, editHours, type NewComment } from '#contract/comments.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import { Problem } from '#contract/problems.ts';
import type { CommentStore } from './comments.store.ts';

const hour = 3600 * 1000;
const newest = 50;

const tries = 5;

interface Needs {
  comments: Pick<CommentStore, 'find' | 'of' | 'insert' | 'setText' | 'hide'>;
  /** A bike, read before its comments are changed; null when there is none. */
  bikeOf(bikeId: string): Promise<CountingBike | null>;
  /** The bike, when everybody may see it. @throws not_found, gone */
  visible<T extends { status: BikeStatus }>(bike: T | null): T;
  /** @throws not_found, gone for a bike that cannot be seen */
  seen(bikeId: string): Promise<unknown>;
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
    const { comments, bikeOf, visible, now } = this.#needs;
    const bike = visible(await bikeOf(bikeId));
    const added = await comments.insert({ id, bikeId, author, text, at: now() });
    if (added) {
      await bike.count(added.changed);
      return added.comment;
    }
    const stored = await comments.find(id);
    if (stored?.author.id !== author.id || stored.bikeId !== bikeId) throw new Problem('comment.exists');
    await bike.settle();
    return stored;
  }

  /** @throws not_found, forbidden, comment.too_late */
  async edit(author: Person, id: string, text: string): Promise<Comment> {
    const { comments, now } = this.#needs;
    const comment = await comments.find(id);
    if (comment?.status !== 'Active') throw new Problem('not_found');
    if (comment.author.id !== author.id) throw new Problem('forbidden');
    if (comment.text === text) return comment;
    if (now().getTime() - Date.parse(comment.addedAt) > editHours * hour) throw new Problem('comment.too_late');
    await comments.setText(id, text, now());
    const edited = await comments.find(id);
    if (!edited) throw new Problem('not_found');
    return edited;
  }

  /** Its author deletes a comment, the bike's owner removes it. @throws not_found, forbidden, gone, unavailable */
  async remove(user: Person, id: string): Promise<void> {
    const { comments, bikeOf, visible } = this.#needs;
    const comment = await comments.find(id);
    if (!comment) throw new Problem('not_found');
    const isAuthor = comment.author.id === user.id;
    const bike = await bikeOf(comment.bikeId);
    if (!isAuthor && visible(bike).ownerId !== user.id) throw new Problem('forbidden');
    if (!bike) throw new Problem('not_found');
    for (let i = 0; i < tries; i++) {
      const changed = await comments.hide(id, comment.bikeId, isAuthor ? 'Deleted' : 'Removed');
      if (changed) return void (await bike.count(changed));
      // It is hidden already, or its coming is not counted yet: what an earlier call began comes first.
      await bike.settle();
      if ((await comments.find(id))?.status !== 'Active') return;
    }
    throw new Problem('unavailable', { details: { retryAfter: 1 } });
  }
}
