import { Hono } from 'hono';
import { bodyOf, describe, type Guards, idParam, queryOf, type SignedIn } from '#api/platform/http/kit.ts';
import { type Application, decideApplication, listApplications } from '#contract/applications.ts';
import { ok } from '#contract/envelope.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import type { ModerationService } from './moderation.service.ts';

/** For operators only; others get a not-found error. */
export const applicationRoutes = (
  moderation: ModerationService,
  list: (page: PageQuery) => Promise<Page<Application>>,
  { signedIn, operator, once, limit }: Guards,
) => {
  const pace = limit({ name: 'applications', points: 600, seconds: 600, by: 'user' });
  return new Hono<SignedIn>()
    .get(
      listApplications.path,
      describe(listApplications, 'Who waits to be let in, longest waiting first'),
      signedIn,
      operator,
      queryOf(listApplications),
      async (c) => c.json(ok(await list(c.req.valid('query')))),
    )
    .put(
      decideApplication.path,
      describe(decideApplication, 'Let an applicant in, or refuse'),
      signedIn,
      operator,
      pace,
      once,
      bodyOf(decideApplication),
      async (c) => {
        const { accept, reason } = c.req.valid('json');
        const { username } = c.var.user;
        return c.json(ok(await moderation.decideApplication(username, idParam(c, 'userId'), accept, reason)));
      },
    );
};
