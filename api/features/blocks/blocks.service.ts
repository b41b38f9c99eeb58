import type { Now } from '#api/platform/clock.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import { mostBlocks } from '#contract/blocks.ts';
import { permitted } from '#contract/may.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import { Problem } from '#contract/problems.ts';
import type { Block, BlockStore } from './blocks.store.ts';

interface Deps {
  blocks: BlockStore;
  /** A member as others see them; null for one who is not here. */
  memberHere(id: string): Promise<Person | null>;
  /** Takes away what one member has marked of the other's bikes, so that it counts no more. @throws unavailable */
  unmark(memberId: string, ownerId: string, stopping: AbortSignal): Promise<void>;
  /** Notes it where the two have written to each other. */
  noteApart(blockerId: string, blockedId: string, on: boolean): Promise<void>;
  jobs: Pick<Jobs, 'soon'>;
  now: Now;
}

const listLength = 50;

/** Members who want nothing of each other. Both calls set a state, so a repeated one changes nothing. */
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
    const { blocks, memberHere, noteApart, jobs, now } = this.#deps;
    const other = permitted('member.block', me, await memberHere(otherId));
    if (!(await blocks.has(me.id, otherId)) && (await blocks.count(me.id, mostBlocks)) >= mostBlocks)
      throw new Problem('block.too_many');
    await blocks.add(me.id, other, now());
    await noteApart(me.id, otherId, true);
    jobs.soon('blocks', () => this.sweep(new AbortController().signal));
  }

  async unblock(me: Person, otherId: string): Promise<void> {
    await this.#deps.blocks.remove(me.id, otherId);
    await this.#deps.noteApart(me.id, otherId, false);
  }

  /** Takes away the marks between those who were blocked since. Ends early when it is stopped. */
  async sweep(stopping: AbortSignal): Promise<void> {
    const { blocks } = this.#deps;
    for (const block of await blocks.open()) {
      await this.#unmark(block, stopping);
      if (stopping.aborted) return;
      await blocks.close(block.id);
    }
  }

  async #unmark({ blockerId, blockedId }: Block, stopping: AbortSignal): Promise<void> {
    const { unmark, noteApart } = this.#deps;
    await noteApart(blockerId, blockedId, true);
    await unmark(blockedId, blockerId, stopping);
    await unmark(blockerId, blockedId, stopping);
  }
}
