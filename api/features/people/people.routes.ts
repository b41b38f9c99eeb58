import { Hono } from 'hono';
import { describe, type Guards, idParam, queryOf, type Visitor } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { getPerson, listMemberBikes } from '#contract/people-page.ts';
import type { PeopleService } from './people.service.ts';

export const peopleRoutes = (people: PeopleService, { cached }: Guards) =>
  new Hono<Visitor>()
    .get(getPerson.path, describe(getPerson, "A member's public profile"), cached, async (c) =>
      c.json(ok(await people.get(idParam(c, 'userId')))),
    )
    .get(
      listMemberBikes.path,
      describe(listMemberBikes, "A member's bikes"),
      queryOf(listMemberBikes),
      cached,
      async (c) => c.json(ok(await people.memberBikes(idParam(c, 'userId'), c.req.valid('query')))),
    );
