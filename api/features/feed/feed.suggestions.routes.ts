import { Hono } from 'hono';
import { describe, type Guards, type SignedIn } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { listSuggestions } from '#contract/feed-suggestions.ts';
import type { FeedSuggestions } from './feed.suggestions.ts';

export const suggestionRoutes = (suggestions: FeedSuggestions, { signedIn, limit }: Guards) =>
  new Hono<SignedIn>().get(
    listSuggestions.path,
    describe(listSuggestions, 'Suggestions of what to follow, each with its reason'),
    signedIn,
    limit({ name: 'suggestions', points: 120, seconds: 600, by: 'user' }),
    async (c) => c.json(ok(await suggestions.list(c.var.user))),
  );
