import { Hono } from 'hono';
import { bodyOf, describe, type Guards, type SignedIn, type Visitor } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { Problem } from '#contract/problems.ts';
import { addAvatar, addBanner, deleteAvatar, deleteBanner, pictureOfPath } from '#contract/profile-pictures.ts';
import type { ProfilePictures } from './profile.pictures.ts';
import type { ProfileService } from './profile.service.ts';

interface Deps {
  pictures: ProfilePictures;
  profiles: ProfileService;
}

export const profilePictureRoutes = ({ pictures, profiles }: Deps, { signedIn, once, limit }: Guards) => {
  const pace = limit({ name: 'profile-pictures', points: 60, seconds: 3600, by: 'user' });
  return new Hono<SignedIn>()
    .put(addAvatar.path, describe(addAvatar, 'Set the avatar'), signedIn, pace, once, bodyOf(addAvatar), async (c) => {
      await pictures.add(c.var.writer, 'ProfileAvatar', c.req.valid('json'));
      return c.json(ok(await profiles.own(c.var.user)));
    })
    .delete(deleteAvatar.path, describe(deleteAvatar, 'Delete the avatar'), signedIn, pace, once, async (c) => {
      await pictures.remove(c.var.user, 'ProfileAvatar');
      return c.json(ok(await profiles.own(c.var.user)));
    })
    .put(addBanner.path, describe(addBanner, 'Set the banner'), signedIn, pace, once, bodyOf(addBanner), async (c) => {
      await pictures.add(c.var.writer, 'ProfileBanner', c.req.valid('json'));
      return c.json(ok(await profiles.own(c.var.user)));
    })
    .delete(deleteBanner.path, describe(deleteBanner, 'Delete the banner'), signedIn, pace, once, async (c) => {
      await pictures.remove(c.var.user, 'ProfileBanner');
      return c.json(ok(await profiles.own(c.var.user)));
    });
};

/** Members' pictures: public and immutable while the member is here. */
export const userImageRoutes = (pictures: ProfilePictures) =>
  new Hono<Visitor>().get('/images/users/:id/:file', async (c) => {
    const picture = pictureOfPath(c.req.path);
    if (!picture) throw new Problem('not_found');
    const bytes = await pictures.bytesOf(picture.id, picture.width);
    c.header('Cache-Control', 'public, max-age=31536000, immutable');
    c.header('Content-Type', 'image/webp');
    return c.body(bytes);
  });
