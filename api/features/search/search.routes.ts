import { Hono } from 'hono';
import { describe, type Guards, queryOf, type Visitor } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { searchBikes, suggestSearches } from '#contract/search/calls.ts';
import type { SearchService } from './search.service.ts';

export const searchRoutes = (searches: SearchService, { cached }: Guards) =>
  new Hono<Visitor>()
    .get(searchBikes.path, describe(searchBikes, 'Search bikes'), queryOf(searchBikes), cached, async (c) =>
      c.json(ok(await searches.search(c.req.valid('query')))),
    )
    .get(
      suggestSearches.path,
      describe(suggestSearches, 'Suggestions for a search text'),
      queryOf(suggestSearches),
      cached,
      async (c) => c.json(ok(await searches.suggest(c.req.valid('query').q))),
    );
