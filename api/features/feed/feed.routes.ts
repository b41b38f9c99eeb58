import { Hono } from 'hono';
import { describe, type Guards, queryOf, type SignedIn } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { listFeed } from '#contract/feed.ts';
import type { FeedService } from './feed.service.ts';

export const feedRoutes = (feed: FeedService, { signedIn }: Guards) =>
  new Hono<SignedIn>().get(
    listFeed.path,
    describe(listFeed, 'What is new of the things that the member follows'),
    signedIn,
    queryOf(listFeed),
    async (c) => c.json(ok(await feed.list(c.var.user, c.req.valid('query')))),
  );
