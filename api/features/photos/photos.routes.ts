import { type Context, Hono } from 'hono';
import { describe, type Guards, idParam, type SignedIn, type Visitor } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import type { Viewer } from '#contract/may.ts';
import { photoOfPath } from '#contract/photo-paths.ts';
import { askPhoto, photoLimits, putPhoto } from '#contract/photos.ts';
import { Problem } from '#contract/problems.ts';
import type { PhotoIntake } from './photos.intake.ts';
import type { PhotoService } from './photos.service.ts';
import { digestOf } from './photos.upload.ts';

const forever = 'public, max-age=31536000, immutable';

export const photoRoutes = (intake: PhotoIntake, { signedIn, onceByDigest, settled, limit }: Guards) => {
  const pace = limit({ name: 'photos', points: 300, seconds: 3600, by: 'user' });
  const questions = limit({ name: 'photo-questions', points: 1000, seconds: 3600, by: 'user' });
  const routes = new Hono<SignedIn>();
  routes.get(
    askPhoto.path,
    describe(askPhoto, 'Check whether a photo has arrived'),
    signedIn,
    questions,
    settled,
    async (c) => c.json(ok({ photo: await intake.arrived(c.var.user, idParam(c, 'photoId')) })),
  );
  return routes.put(putPhoto.path, describe(putPhoto, 'Send a photo'), signedIn, pace, onceByDigest, async (c) => {
    // Refuse before reading the body, so that the browser gets the response.
    if (Number(c.req.header('content-length')) > photoLimits.bytes) throw new Problem('photo.too_large');
    const digest = digestOf(c.req.header('content-digest'));
    if (!digest || !c.req.raw.body) throw new Problem('photo.damaged');
    return c.json(ok(await intake.put(c.var.user, idParam(c, 'photoId'), c.req.raw.body, digest)));
  });
};

/** Image files, outside the API. Public and immutable while a bike shows them; afterwards for their owner only. */
export const imageRoutes = (photos: PhotoService, viewerOf: (c: Context) => Promise<Viewer>) =>
  new Hono<Visitor>().get('/images/:folder{bikes|homeBanner}/:id/:file', async (c) => {
    const photo = photoOfPath(c.req.path);
    if (!photo) throw new Problem('not_found');
    if (photo.folder === 'homeBanner' && !(await photos.isBanner(photo.id))) throw new Problem('not_found');
    const { bytes, withheld } = await photos.bytesOf(photo.id, photo.width, () => viewerOf(c));
    c.header('Cache-Control', withheld ? 'private, no-store' : forever);
    c.header('Content-Type', 'image/webp');
    return c.body(bytes);
  });
