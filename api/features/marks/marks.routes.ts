import { Hono } from 'hono';
import { describe, type Guards, idParam, type SignedIn } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { viewerMarks } from '#contract/marks.ts';
import type { MarkService } from './marks.service.ts';

export const markRoutes = (marks: MarkService, { signedIn }: Guards) =>
  new Hono<SignedIn>().get(
    viewerMarks.path,
    describe(viewerMarks, "The viewer's own marks on a bike"),
    signedIn,
    async (c) => c.json(ok(await marks.of(c.var.user, idParam(c, 'bikeId')))),
  );
