import { Hono } from 'hono';
import { bodyOf, describe, type Guards, type SignedIn } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { getProfile, updateDiscipline, updateLinks, updateLocation, updateText } from '#contract/profile.ts';
import type { ProfileService } from './profile.service.ts';

export const profileRoutes = (profiles: ProfileService, { signedIn, once, limit }: Guards) => {
  const pace = limit({ name: 'profile', points: 600, seconds: 3600, by: 'user' });
  // Each change moves all bikes of the member.
  const locationPace = limit({ name: 'location', points: 60, seconds: 3600, by: 'user' });
  return new Hono<SignedIn>()
    .get(getProfile.path, describe(getProfile, "The member's own profile"), signedIn, async (c) =>
      c.json(ok(await profiles.own(c.var.user))),
    )
    .put(
      updateDiscipline.path,
      describe(updateDiscipline, 'Set the discipline'),
      signedIn,
      pace,
      once,
      bodyOf(updateDiscipline),
      async (c) => {
        const { discipline, seen } = c.req.valid('json');
        return c.json(ok(await profiles.write(c.var.writer, 'discipline', discipline, seen)));
      },
    )
    .put(
      updateLinks.path,
      describe(updateLinks, 'Set the links'),
      signedIn,
      pace,
      once,
      bodyOf(updateLinks),
      async (c) => {
        const { links, seen } = c.req.valid('json');
        return c.json(ok(await profiles.write(c.var.writer, 'links', links, seen)));
      },
    )
    .put(
      updateLocation.path,
      describe(updateLocation, 'Set the location'),
      signedIn,
      locationPace,
      once,
      bodyOf(updateLocation),
      async (c) => {
        const { seen, ...place } = c.req.valid('json');
        return c.json(ok(await profiles.writeLocation(c.var.writer, place, seen)));
      },
    )
    .put(
      updateText.path,
      describe(updateText, 'Set the profile text'),
      signedIn,
      pace,
      once,
      bodyOf(updateText),
      async (c) => {
        const { text, seen } = c.req.valid('json');
        return c.json(ok(await profiles.write(c.var.writer, 'text', text, seen)));
      },
    );
};
