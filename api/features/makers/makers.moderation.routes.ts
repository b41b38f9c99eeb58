import { type Context, Hono } from 'hono';
import { bodyOf, describe, type Guards, type SignedIn } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { changeMakerRules, getMakerRules, makerKinds, maxMakerName } from '#contract/makers.ts';
import { Problem } from '#contract/problems.ts';
import type { Named } from './makers.fold.ts';
import type { MakerModeration } from './makers.moderation.ts';

/** Of a maker, a key has no space; of a model or part, it has one. */
function namedIn(c: Context): Named {
  const { kind, key = '' } = c.req.param();
  const known = makerKinds.find((one) => one === kind);
  const isKey = /^\S+( \S+)?$/.test(key) && key.includes(' ') === (known !== 'brand');
  if (!known || !isKey || key.length > 2 * maxMakerName) throw new Problem('not_found');
  return { kind: known, key };
}

/** For operators and moderators only; others get a not-found error. */
export const makerModerationRoutes = (moderation: MakerModeration, { signedIn, moderator, once, limit }: Guards) => {
  const pace = limit({ name: 'moderation', points: 600, seconds: 600, by: 'user' });
  return new Hono<SignedIn>()
    .get(
      getMakerRules.path,
      describe(getMakerRules, 'How a name was changed or merged'),
      signedIn,
      moderator,
      async (c) => c.json(ok(await moderation.rules(namedIn(c)))),
    )
    .put(
      changeMakerRules.path,
      describe(changeMakerRules, 'Merge a name into another, or change it'),
      signedIn,
      moderator,
      pace,
      once,
      bodyOf(changeMakerRules),
      async (c) => {
        const { id, username } = c.var.user;
        return c.json(ok(await moderation.change({ id, username }, namedIn(c), c.req.valid('json'))));
      },
    );
};
