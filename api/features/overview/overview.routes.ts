import { Hono } from 'hono';
import { describe, type Guards, type SignedIn } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { getOverview, type Overview } from '#contract/overview.ts';

/** For operators only; others get a not-found error. */
export const overviewRoutes = (read: () => Promise<Overview>, { signedIn, operator, limit }: Guards) => {
  const pace = limit({ name: 'overview', points: 120, seconds: 600, by: 'user' });
  return new Hono<SignedIn>().get(
    getOverview.path,
    describe(getOverview, 'How the site is: numbers, queues, errors, jobs, processes, backups'),
    signedIn,
    operator,
    pace,
    async (c) => c.json(ok(await read())),
  );
};
