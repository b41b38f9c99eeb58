import { Hono } from 'hono';
import { describe, type Guards, queryOf, type Visitor } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { getWeekRanking, listWinners } from '#contract/winners.ts';
import type { RankingService } from './winners.ranking.ts';
import type { WinnerService } from './winners.service.ts';

export const winnerRoutes = (winners: WinnerService, ranking: RankingService, { cached }: Guards) =>
  new Hono<Visitor>()
    .get(listWinners.path, describe(listWinners, 'The bikes of the week'), queryOf(listWinners), cached, async (c) =>
      c.json(ok(await winners.list(c.req.valid('query')))),
    )
    .get(
      getWeekRanking.path,
      describe(getWeekRanking, 'The first ten bikes of the week that runs, by the votes so far'),
      cached,
      async (c) => c.json(ok(await ranking.current())),
    );
