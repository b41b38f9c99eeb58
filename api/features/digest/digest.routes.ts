import { Hono } from 'hono';
import { bodyOf, describe, type Guards, type Visitor } from '#api/platform/http/kit.ts';
import { readBody } from '#api/platform/http/read-body.ts';
import { endDigest, oneClick, resumeDigest } from '#contract/digest.ts';
import { ok } from '#contract/envelope.ts';
import { weeklyMailPage } from '#contract/pages.ts';
import { Problem } from '#contract/problems.ts';
import type { DigestService } from './digest.service.ts';

/** The link itself says whose mail it ends, so no log-in is needed. A mail program must not open it: GET ends nothing. */
export const digestRoutes = (digests: DigestService, { limit }: Guards) => {
  const pace = limit({ name: 'digest', points: 60, seconds: 600, by: 'network' });
  return new Hono<Visitor>()
    .post(
      endDigest.path,
      describe(endDigest, 'End the weekly mail by its link'),
      pace,
      bodyOf(endDigest),
      async (c) => {
        await digests.end(c.req.valid('json').token);
        return c.json(ok(null));
      },
    )
    .post(
      resumeDigest.path,
      describe(resumeDigest, 'Undo the end of the weekly mail'),
      pace,
      bodyOf(resumeDigest),
      async (c) => {
        const { token, timeZone } = c.req.valid('json');
        await digests.resume(token, timeZone);
        return c.json(ok(null));
      },
    );
};

/**
 * The address in the header `List-Unsubscribe`, outside the API: mail programs and mail services send neither an origin
 * nor a cookie (RFC 8058). Large services end the mails of many members from few networks, hence the high limit. In a
 * browser, the same address is a page.
 */
export const oneClickRoutes = (digests: DigestService, { limit }: Guards) => {
  const pace = limit({ name: 'digest-one-click', points: 6000, seconds: 600, by: 'network' });
  return new Hono<Visitor>().post(weeklyMailPage(), pace, async (c) => {
    const headers = { 'Content-Type': c.req.header('content-type') ?? '' };
    const form = await new Response(new Uint8Array(await readBody(c)), { headers }).formData().catch(() => null);
    if (form?.get(oneClick.name) !== oneClick.value) throw new Problem('bad_request');
    await digests.end(c.req.query('token') ?? '');
    return c.body(null, 204);
  });
};
