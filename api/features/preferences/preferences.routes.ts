import { Hono } from 'hono';
import { bodyOf, describe, type Guards, type SignedIn } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { getPreferences, putPreference, putTimeZone } from '#contract/user-preferences.ts';
import type { PreferenceService } from './preferences.service.ts';

export const preferenceRoutes = (preferences: PreferenceService, { signedIn, limit }: Guards) => {
  const pace = limit({ name: 'preferences', points: 300, seconds: 600, by: 'user' });
  return new Hono<SignedIn>()
    .get(getPreferences.path, describe(getPreferences, "The member's preferences"), signedIn, async (c) =>
      c.json(ok(await preferences.of(c.var.user))),
    )
    .put(
      putPreference.path,
      describe(putPreference, 'Change one preference'),
      signedIn,
      pace,
      bodyOf(putPreference),
      async (c) => c.json(ok(await preferences.put(c.var.user, c.req.valid('json')))),
    )
    .put(
      putTimeZone.path,
      describe(putTimeZone, "Tell the device's time zone, by which the weekly mail comes"),
      signedIn,
      pace,
      bodyOf(putTimeZone),
      async (c) => c.json(ok(await preferences.putTimeZone(c.var.user, c.req.valid('json').timeZone))),
    );
};
