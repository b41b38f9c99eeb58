import { Hono } from 'hono';
import { describe, type Guards, idParam, queryOf, type SignedIn } from '#api/platform/http/kit.ts';
import { blockMember, listBlocks, unblockMember } from '#contract/blocks.ts';
import { ok } from '#contract/envelope.ts';
import type { BlockService } from './blocks.service.ts';

export const blockRoutes = (blocks: BlockService, { signedIn, limit }: Guards) => {
  const pace = limit({ name: 'blocks', points: 300, seconds: 600, by: 'user' });
  return new Hono<SignedIn>()
    .get(
      listBlocks.path,
      describe(listBlocks, 'The members that the member has blocked'),
      signedIn,
      queryOf(listBlocks),
      async (c) => c.json(ok(await blocks.list(c.var.user, c.req.valid('query')))),
    )
    .put(blockMember.path, describe(blockMember, 'Block a member'), signedIn, pace, async (c) => {
      await blocks.block(c.var.user, idParam(c, 'userId'));
      return c.json(ok(null));
    })
    .delete(unblockMember.path, describe(unblockMember, 'Unblock a member'), signedIn, pace, async (c) => {
      await blocks.unblock(c.var.user, idParam(c, 'userId'));
      return c.json(ok(null));
    });
};
