import { blockRoutes } from '#api/features/blocks/blocks.routes.ts';
import { BlockService } from '#api/features/blocks/blocks.service.ts';
import { BlockStore } from '#api/features/blocks/blocks.store.ts';
import { pairIdOf } from '#api/features/conversations/conversations.row.ts';
import { listExporter } from '#api/platform/exporters.ts';
import { maxBlocks } from '#contract/blocks.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { BikesModule } from './bikes.module.ts';
import type { ConversationsModule } from './conversations.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { LikesModule } from './likes.module.ts';
import { type Module, minute } from './module.ts';
import type { UpdatesModule } from './updates.module.ts';

interface Deps {
  accounts: AccountsModule;
  bikes: BikesModule;
  updates: UpdatesModule;
  likes: LikesModule;
  conversations: ConversationsModule;
}

/** Blocks between members. */
export function blocksModule(
  { db, emit, jobs, now }: Infrastructure,
  { accounts, bikes, updates, likes, conversations }: Deps,
) {
  const store = new BlockStore(db);
  const service = new BlockService({
    blocks: store,
    memberHere: (id) => accounts.people.here(id),
    emit,
    jobs,
    now,
    async removeReactions(memberId, ownerId, stopping) {
      for await (const ids of bikes.store.idsOf(ownerId)) {
        await likes.service.withdrawFrom({ id: memberId }, ids, stopping);
        await updates.likes.withdrawFrom(memberId, ids, stopping);
      }
    },
    noteBlock: (blockerId, blockedId, on) =>
      conversations.store.noteBlocked(pairIdOf(blockerId, blockedId), blockerId, on),
  });
  return {
    store,
    stores: [store],
    privateCollections: ['blocks'],
    denormalizedAuthors: [store],
    erasers: [{ erase: ({ id }) => store.eraseOf(id) }],
    exporters: {
      blocked: listExporter('blocked.json', {
        count: (id) => store.count(id, maxBlocks),
        allOf: (id) => store.allOf(id),
      }),
    },
    mount: (api, guards) => void api.route('/', blockRoutes(service, guards)),
    schedule: [{ name: 'blocks', every: minute, run: (stopping) => service.sweep(stopping) }],
  } satisfies Module & Record<string, unknown>;
}
export type BlocksModule = ReturnType<typeof blocksModule>;
