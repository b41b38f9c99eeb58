import { type Context, Hono } from 'hono';
import { bodyOf, describe, type Guards, idParam, type SignedIn } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import {
  acceptKeeping,
  addToList,
  describeList,
  endOffer,
  getKeeping,
  inviteKeeper,
  leaveKeeping,
  listKeptLists,
  noteInList,
  offerList,
  orderList,
  removeFromList,
  removeKeeper,
  takeOverList,
} from '#contract/keepers.ts';
import type { KeeperService } from './favorites.keepers.ts';

const shareIdOf = (c: Context) => c.req.param('shareId') ?? '';

export const keeperRoutes = (keepers: KeeperService, { signedIn, limit }: Guards) => {
  const pace = limit({ name: 'keepers', points: 300, seconds: 3600, by: 'user' });
  const bikePace = limit({ name: 'kept-bikes', points: 1000, seconds: 3600, by: 'user' });
  const done = ok(null);
  return new Hono<SignedIn>()
    .get(
      listKeptLists.path,
      describe(listKeptLists, 'The lists of others that the member keeps'),
      signedIn,
      async (c) => c.json(ok(await keepers.listsOf(c.var.user))),
    )
    .get(getKeeping.path, describe(getKeeping, 'The keepers of a list'), signedIn, async (c) =>
      c.json(ok(await keepers.of(c.var.user, shareIdOf(c)))),
    )
    .put(inviteKeeper.path, describe(inviteKeeper, 'Invite a keeper of a list'), signedIn, pace, async (c) => {
      await keepers.invite(c.var.writer, shareIdOf(c), idParam(c, 'userId'));
      return c.json(done);
    })
    .delete(removeKeeper.path, describe(removeKeeper, 'Remove a keeper of a list'), signedIn, pace, async (c) => {
      await keepers.remove(c.var.user, shareIdOf(c), idParam(c, 'userId'));
      return c.json(done);
    })
    .put(acceptKeeping.path, describe(acceptKeeping, 'Accept to keep a list'), signedIn, pace, async (c) => {
      await keepers.accept(c.var.user, shareIdOf(c));
      return c.json(done);
    })
    .delete(leaveKeeping.path, describe(leaveKeeping, 'Leave a list, or decline'), signedIn, pace, async (c) => {
      await keepers.leave(c.var.user, shareIdOf(c));
      return c.json(done);
    })
    .put(
      offerList.path,
      describe(offerList, 'Offer a list to a keeper'),
      signedIn,
      pace,
      bodyOf(offerList),
      async (c) => {
        await keepers.offer(c.var.user, shareIdOf(c), c.req.valid('json').userId);
        return c.json(done);
      },
    )
    .delete(endOffer.path, describe(endOffer, 'End the offer of a list'), signedIn, pace, async (c) => {
      await keepers.endOffer(c.var.user, shareIdOf(c));
      return c.json(done);
    })
    .put(takeOverList.path, describe(takeOverList, 'Take over a list'), signedIn, pace, async (c) =>
      c.json(ok(await keepers.takeOver(c.var.writer, shareIdOf(c)))),
    )
    .put(addToList.path, describe(addToList, 'Add a bike to a list'), signedIn, bikePace, async (c) => {
      await keepers.add(c.var.user, shareIdOf(c), idParam(c, 'bikeId'));
      return c.json(done);
    })
    .delete(
      removeFromList.path,
      describe(removeFromList, 'Remove a bike from a list'),
      signedIn,
      bikePace,
      async (c) => {
        await keepers.removeBike(c.var.user, shareIdOf(c), idParam(c, 'bikeId'));
        return c.json(done);
      },
    )
    .put(
      noteInList.path,
      describe(noteInList, 'Write a note on a bike of a list'),
      signedIn,
      bikePace,
      bodyOf(noteInList),
      async (c) => {
        await keepers.note(c.var.writer, shareIdOf(c), idParam(c, 'bikeId'), c.req.valid('json').note);
        return c.json(done);
      },
    )
    .put(orderList.path, describe(orderList, 'Order a list'), signedIn, bikePace, bodyOf(orderList), async (c) => {
      await keepers.order(c.var.user, shareIdOf(c), c.req.valid('json').order);
      return c.json(done);
    })
    .put(
      describeList.path,
      describe(describeList, 'Write the text of a list'),
      signedIn,
      bikePace,
      bodyOf(describeList),
      async (c) => {
        await keepers.describe(c.var.writer, shareIdOf(c), c.req.valid('json').text);
        return c.json(done);
      },
    );
};
