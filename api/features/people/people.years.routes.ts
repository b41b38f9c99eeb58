import { Hono } from 'hono';
import { describe, type Guards, idParam, type Visitor } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { getMemberYear, isYear } from '#contract/member-year.ts';
import { Problem } from '#contract/problems.ts';
import type { MemberYears } from './people.years.ts';

export const memberYearRoutes = (years: MemberYears, { cached }: Guards) =>
  new Hono<Visitor>().get(getMemberYear.path, describe(getMemberYear, "A member's year"), cached, async (c) => {
    const year = c.req.param('year') ?? '';
    if (!isYear(year)) throw new Problem('not_found');
    return c.json(ok(await years.get(idParam(c, 'userId'), Number(year))));
  });
