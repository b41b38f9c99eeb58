import { Hono } from 'hono';
import { describe, type Guards, idParam, type SignedIn } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { getViewerState } from '#contract/viewer-state.ts';
import type { ViewerStateService } from './viewer-state.service.ts';

export const viewerStateRoutes = (viewerState: ViewerStateService, { signedIn }: Guards) =>
  new Hono<SignedIn>().get(
    getViewerState.path,
    describe(getViewerState, "The viewer's likes, favorites and flag on a bike"),
    signedIn,
    async (c) => c.json(ok(await viewerState.of(c.var.user, idParam(c, 'bikeId')))),
  );
