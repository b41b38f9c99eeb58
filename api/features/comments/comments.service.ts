import type { Now } from '#api/platform/clock.ts';
import type { Person } from '#contract/bikes.ts';
import { type Comment, editHours, type NewComment } from '#contract/comments.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import { Problem } from '#contract/problems.ts';
import type { CommentStore } from './comments.store.ts';

const hour = 3600 * 1000;
const newest = 50;

interface Needs {
  comments: Pick<CommentStore, 'find' | 'of' | 'insert' | 'setText' | 'setStatus'>;
  /** The owner of a bike that can be seen. @throws not_found, gone */
  ownerOf(bikeId: string): Promise<string>;
  /** Brings the bike's counter in step with its comments. */
  recount(bikeId: string): Promise<unknown>;
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
    await this.#needs.ownerOf(bikeId);
    return this.#needs.comments.of(bikeId, limit, cursor);
  }

  /** Adds a comment; one that is already there by the same author is the answer. @throws not_found, gone, comment.exists */
  async add(author: Person, bikeId: string, { id, text }: NewComment): Promise<Comment> {
    const { comments, ownerOf, recount, now } = this.#needs;
    await ownerOf(bikeId);
    await comments.insert({ id, bikeId, author, text, at: now() });
    const stored = await comments.find(id);
    if (stored?.author.id !== author.id || stored.bikeId !== bikeId) throw new Problem('comment.exists');
    await recount(bikeId);
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

  /** Its author deletes a comment, the bike's owner removes it. @throws not_found, forbidden */
  async remove(user: Person, id: string): Promise<void> {
    const { comments, ownerOf, recount } = this.#needs;
    const comment = await comments.find(id);
    if (!comment) throw new Problem('not_found');
    const isAuthor = comment.author.id === user.id;
    if (!isAuthor && (await ownerOf(comment.bikeId)) !== user.id) throw new Problem('forbidden');
    if (comment.status === 'Active') await comments.setStatus(id, isAuthor ? 'Deleted' : 'Removed');
    await recount(comment.bikeId);
  }
}
