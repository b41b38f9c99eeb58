import { type Context, Hono } from 'hono';
import { bodyOf, describe, type Guards, idParam, queryOf, type SignedIn } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import {
  followThing,
  listFollowedMembers,
  listFollowers,
  listFollowing,
  listOwnFollowers,
  lookAtSearch,
  unfollowThing,
} from '#contract/follows.ts';
import type { FollowService } from './follows.service.ts';
import { targetOf } from './follows.target.ts';

const target = (c: Context) => targetOf(c.req.param('kind'), c.req.param('key'));

export const followRoutes = (follows: FollowService, { signedIn, cached, limit }: Guards) => {
  const pace = limit({ name: 'follows', points: 600, seconds: 3600, by: 'user' });
  return new Hono<SignedIn>()
    .get(
      listFollowing.path,
      describe(listFollowing, 'What the member follows'),
      signedIn,
      queryOf(listFollowing),
      async (c) => c.json(ok(await follows.list(c.var.user, c.req.valid('query')))),
    )
    .get(
      listOwnFollowers.path,
      describe(listOwnFollowers, 'The members who follow the member'),
      signedIn,
      queryOf(listOwnFollowers),
      async (c) => c.json(ok(await follows.ownFollowers(c.var.user, c.req.valid('query')))),
    )
    .put(
      followThing.path,
      describe(followThing, 'Follow a member, bike, model, tag or search'),
      signedIn,
      pace,
      bodyOf(followThing),
      async (c) => {
        await follows.follow(c.var.user, target(c), c.req.valid('json'));
        return c.json(ok(null));
      },
    )
    .delete(unfollowThing.path, describe(unfollowThing, 'Stop following something'), signedIn, pace, async (c) => {
      await follows.unfollow(c.var.user, target(c));
      return c.json(ok(null));
    })
    .put(
      lookAtSearch.path,
      describe(lookAtSearch, 'Note when a followed search was opened'),
      signedIn,
      pace,
      bodyOf(lookAtSearch),
      async (c) => {
        const { key } = targetOf('search', c.req.param('key'));
        await follows.look(c.var.user, key, new Date(c.req.valid('json').at));
        return c.json(ok(null));
      },
    )
    .get(
      listFollowers.path,
      describe(listFollowers, 'The members who follow a member'),
      queryOf(listFollowers),
      cached,
      async (c) => c.json(ok(await follows.followers(idParam(c, 'userId'), c.req.valid('query')))),
    )
    .get(
      listFollowedMembers.path,
      describe(listFollowedMembers, 'The members whom a member follows'),
      queryOf(listFollowedMembers),
      cached,
      async (c) => c.json(ok(await follows.followedMembers(idParam(c, 'userId'), c.req.valid('query')))),
    );
};
