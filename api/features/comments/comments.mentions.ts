import type { Events } from '#api/platform/events.ts';
import { type Mention, maxMentions, partsOf, readingsOf, readName } from '#contract/mentions.ts';
import { usernameKey } from '#contract/username.ts';
import type { MentionQuota } from './comments.mention-quota.ts';
import type { CommentStore, StoredComment } from './comments.store.ts';

interface Deps {
  comments: CommentStore;
  /** The visible members with these username keys, or for whom these are held. */
  membersNamed(keys: string[]): Promise<Map<string, Mention>>;
  /** Id of a bike's owner; null if there is no such bike. */
  ownerOf(bikeId: string): Promise<string | null>;
  /** Filters the pairs whose first member has blocked the second. Returns them as `ownerId:memberId`. */
  blockedPairs(pairs: readonly { ownerId: string; memberId: string }[]): Promise<Set<string>>;
  quota: MentionQuota;
  emit: Events['emit'];
}

/** Most members a comment may mention over its lifetime, including mentions that were edited out. */
const maxMentioned = 50;

/** Members who are mentioned in comments. */
export class CommentMentions {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Members that a text mentions, each once. A name in an edited text keeps its member when they have changed it.
   * @param before the comment that is being edited
   * @param max how many members it may mention that it has not mentioned before
   */
  async in(
    text: string,
    before?: Pick<StoredComment, 'mentions' | 'mentioned'>,
    max = maxMentioned,
  ): Promise<Mention[]> {
    const names = partsOf(text).flatMap(({ kind, text: mention }) => (kind === 'name' ? [mention] : []));
    const called = names.slice(0, maxMentions);
    if (called.length === 0) return [];
    const keys = new Set(called.flatMap((mention) => readingsOf(mention).map(usernameKey)));
    const members = await this.#deps.membersNamed([...keys]);
    for (const mention of before?.mentions ?? []) members.set(usernameKey(mention.name), mention);
    const found = new Map<string, Mention>();
    for (const name of called) {
      const mention = readName(name, (key) => members.get(key))?.as;
      if (mention) found.set(mention.id, mention);
    }
    const known = new Set(before?.mentioned);
    const room = Math.min(max, maxMentioned - known.size);
    const fresh = [...found.keys()].filter((id) => !known.has(id)).slice(0, Math.max(0, room));
    return [...found.values()].filter(({ id }) => known.has(id) || fresh.includes(id));
  }

  /**
   * Emits `mentioned` and `unmentioned` events for a comment, also for the author whom it answers. Idempotent. The bike's
   * owner is left out, as they are notified of every comment, and so are members with a block between them and the author, and those beyond the author's quota.
   */
  async notify({ id, untold }: Pick<StoredComment, 'id' | 'untold'>): Promise<void> {
    const { comments } = this.#deps;
    if (!untold) return;
    for (;;) {
      const comment = await comments.find(id);
      if (!comment?.mentionOp) return;
      const alerted = await this.#emitFor(comment);
      // Repeat if the comment changed meanwhile, even if another process has emitted events: it may have used the older
      // state.
      if (await comments.markNotified(id, comment.mentionOp, alerted)) return;
    }
  }

  /** @returns the alerted members */
  async #emitFor(comment: StoredComment): Promise<string[]> {
    const { id, bikeId, author, status, mentions = [], mentioned = [], replyTo } = comment;
    const { comments, ownerOf, blockedPairs, quota, emit } = this.#deps;
    const ownerId = await ownerOf(bikeId);
    if (!ownerId) return [];
    const knowing = new Set([author.id, ownerId]);
    const others = mentioned.filter((one) => !knowing.has(one));
    const pairs = others.flatMap((memberId) => [
      { ownerId: memberId, memberId: author.id },
      { ownerId: author.id, memberId },
    ]);
    const blocked = await blockedPairs(pairs);
    const answered = replyTo && (await comments.find(replyTo.id));
    const said = [...mentions.map((one) => one.id), ...(answered ? [answered.author.id] : [])];
    const calls = new Set(status === 'Active' ? said : []);
    const isBlocked = (one: string) => blocked.has(`${one}:${author.id}`) || blocked.has(`${author.id}:${one}`);
    const called = others.filter((one) => calls.has(one) && !isBlocked(one));
    const alerted = called.length > 0 ? await quota.alerted(author.id, id, called) : new Set<string>();
    const events = others
      .filter((one) => !calls.has(one) || alerted.has(one))
      .map((memberId) => {
        const what = calls.has(memberId) ? ('mentioned' as const) : ('unmentioned' as const);
        return { what, bikeId, id, memberId, userId: author.id };
      });
    await emit(...events);
    return [...alerted];
  }

  /** Emits the events that a crash left unsent. */
  async sweep(stopping: AbortSignal): Promise<void> {
    const { comments } = this.#deps;
    for (const { id } of await comments.unnotified()) {
      if (stopping.aborted) return;
      const comment = await comments.find(id);
      if (comment) await this.notify(comment);
    }
  }
}
