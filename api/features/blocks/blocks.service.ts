import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import { maxBlocks } from '#contract/blocks.ts';
import { permitted } from '#contract/may.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import { Problem } from '#contract/problems.ts';
import type { Block, BlockStore } from './blocks.store.ts';

interface Deps {
  blocks: BlockStore;
  /** The public view of a member; null if they are not visible. */
  memberHere(id: string): Promise<Person | null>;
  /**
   * Removes one member's likes and favorites from the other's bikes, so that they no longer count. @throws unavailable
   */
  removeReactions(memberId: string, ownerId: string, stopping: AbortSignal): Promise<void>;
  /** Marks the conversation of the two members as blocked, if there is one. */
  noteBlock(blockerId: string, blockedId: string, on: boolean): Promise<void>;
  emit: Events['emit'];
  jobs: Jobs;
  now: Now;
}

const listLength = 50;

/** Blocks and unblocks members. Both calls set a state, so they are idempotent. */
export class BlockService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  list(me: Person, { cursor, limit = listLength }: PageQuery): Promise<Page<Person>> {
    return this.#deps.blocks.of(me.id, limit, cursor);
  }

  /** @throws not_found, block.self, block.too_many */
  async block(me: Person, otherId: string): Promise<void> {
    const { blocks, memberHere, emit, jobs, now } = this.#deps;
    const other = permitted('member.block', me, await memberHere(otherId));
    if (!(await blocks.has(me.id, otherId)) && (await blocks.count(me.id, maxBlocks)) >= maxBlocks)
      throw new Problem('block.too_many');
    await blocks.add(me.id, other, now());
    await this.#noteBlock(me.id, otherId);
    await emit({ what: 'member.blocked', memberId: otherId, userId: me.id });
    jobs.soon('blocks', () => this.sweep(new AbortController().signal), { isRepeated: true });
  }

  async unblock(me: Person, otherId: string): Promise<void> {
    await this.#deps.blocks.remove(me.id, otherId);
    await this.#noteBlock(me.id, otherId);
  }

  /**
   * Marks or unmarks the conversation until the mark is that of the stored block: another process may change both at the
   * same time.
   */
  async #noteBlock(blockerId: string, blockedId: string): Promise<void> {
    const { blocks, noteBlock } = this.#deps;
    const isBlocked = await blocks.has(blockerId, blockedId);
    await noteBlock(blockerId, blockedId, isBlocked);
    if ((await blocks.has(blockerId, blockedId)) !== isBlocked) await this.#noteBlock(blockerId, blockedId);
  }

  /** Removes the likes and favorites between recently blocked members. Stops early on `stopping`. */
  async sweep(stopping: AbortSignal): Promise<void> {
    const { blocks } = this.#deps;
    for (const block of await blocks.open()) {
      await this.#removeReactions(block, stopping);
      if (stopping.aborted) return;
      await blocks.close(block.id);
    }
  }

  async #removeReactions({ blockerId, blockedId }: Block, stopping: AbortSignal): Promise<void> {
    const { removeReactions, emit } = this.#deps;
    await this.#noteBlock(blockerId, blockedId);
    await emit({ what: 'member.blocked', memberId: blockedId, userId: blockerId });
    await removeReactions(blockedId, blockerId, stopping);
    await removeReactions(blockerId, blockedId, stopping);
  }
}
