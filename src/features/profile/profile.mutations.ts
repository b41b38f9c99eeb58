import { callOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/ids.ts';
import type {
  Discipline,
  Location,
  Profile,
  ProfileLink,
  ProfilePart,
  updateDiscipline,
  updateLinks,
  updateLocation,
  updateText,
} from '#contract/profile.ts';
import type { addAvatar, addBanner, deleteAvatar, deleteBanner, NewPicture } from '#contract/profile-pictures.ts';
import type { Seen } from '#contract/seen.ts';
import { t } from '#contract/texts.ts';
import type { CacheView } from '#src/cache/cached.ts';
import { type AfterCommit, byKind, defineMutation, type Refusal } from '#src/outbox/define-mutation.ts';
import type { QueuedMutation, Subject } from '#src/outbox/mutation.ts';
import { replaceMutation } from '#src/outbox/queued-mutations.ts';
import { photoLabels, photoOf } from '#src/photos/photos.mutations.ts';
import { storePerson } from '#src/session/store-person.ts';
import { forgetBytes } from '#src/storage/forget-bytes.ts';
import { nextSeq, userDb } from '#src/storage/user-db.ts';
import { ownProfile } from './profile.cache.ts';

/** Values of the parts, with place names. */
export type ProfileParts = { discipline: Discipline; links: ProfileLink[]; location: Location; text: string };
type Change<P extends ProfilePart> = { value: ProfileParts[P]; seen: Seen };

/** Titles by the subjects that are stored. */
const titleTexts: Record<ProfilePart | PictureName, string> = {
  discipline: t`Your profile: discipline`,
  links: t`Your profile: links`,
  location: t`Your profile: location`,
  text: t`Your profile: about you`,
  avatar: t`Your profile: avatar`,
  banner: t`Your profile: banner`,
};
const labels = {
  title: ({ title }: Subject) => titleTexts[title as ProfilePart | PictureName],
  done: (ago: string) => t`Changed ${ago}.`,
  waitsFor: t`Waiting for its change`,
};

/** Plan of a mutation of one part. The scope keeps the changes of a part in order. */
const planOf = <P extends ProfilePart>(part: P, userId: Id, value: ProfileParts[P]) => ({
  subject: { kind: 'profile', id: userId, title: part, picture: null },
  part: value,
  scope: `profile:${part}:${userId}`,
  replaces: `profile:${part}:${userId}`,
});

const change = (cache: CacheView, reply: Profile | null | undefined, to: Partial<Profile>): Promise<void> =>
  cache.update(ownProfile, 'all', (known) => reply ?? (known && { ...known, ...to }));

export const updateDisciplineMutation = defineMutation({
  kind: 'profile.discipline',
  endpoint: callOf<typeof updateDiscipline>('PUT', '/user/profile/discipline', 'UpdateDiscipline'),
  labels,
  queue: ({ value, seen }: Change<'discipline'>, userId) => ({
    ...planOf('discipline', userId, value),
    body: { discipline: value, seen },
  }),
  apply: (cache, { part: discipline }, reply) => change(cache, reply, { discipline }),
});

export const updateLinksMutation = defineMutation({
  kind: 'profile.links',
  endpoint: callOf<typeof updateLinks>('PUT', '/user/profile/links', 'UpdateLinks'),
  labels,
  queue: ({ value, seen }: Change<'links'>, userId) => ({
    ...planOf('links', userId, value),
    body: { links: value, seen },
  }),
  apply: (cache, { part: links }, reply) => change(cache, reply, { links }),
});

export const updateLocationMutation = defineMutation({
  kind: 'profile.location',
  endpoint: callOf<typeof updateLocation>('PUT', '/user/profile/location', 'UpdateLocation'),
  labels,
  queue: ({ value, seen }: Change<'location'>, userId) => ({
    ...planOf('location', userId, value),
    body: { country: value.country, region: value.region, hidesBikes: value.hidesBikes ?? false, seen },
  }),
  apply: (cache, { part: location }, reply) => change(cache, reply, { location }),
});

export const updateTextMutation = defineMutation({
  kind: 'profile.text',
  endpoint: callOf<typeof updateText>('PUT', '/user/profile/text'),
  labels,
  queue: ({ value, seen }: Change<'text'>, userId) => ({
    ...planOf('text', userId, value),
    body: { text: value, seen },
  }),
  apply: (cache, { part: text }, reply) => change(cache, reply, { text }),
});

export type PictureName = 'avatar' | 'banner';

const picturePlan = (name: PictureName, userId: Id, photoId: Id | null, preview = '') => ({
  subject: { kind: 'profile', id: userId, title: name, picture: photoId ? { id: photoId, here: true } : null },
  part: preview,
  scope: `profile:${name}:${userId}`,
  replaces: `profile:${name}:${userId}`,
});

/** `preview` is shown until the server has made the picture; '' leaves the old one. */
type NewPictureInput = { body: NewPicture; preview: string };

const behindPhoto = {
  labels: { ...labels, waitsFor: t`Waiting for its photo` },
  parts: ({ dependsOn }: { dependsOn: readonly Id[] }, queued: readonly QueuedMutation[]) => ({
    labels: photoLabels,
    whole: t`The part of it`,
    rows: [queued.find(({ id }) => dependsOn.includes(id)) ?? null],
  }),
};

type PictureMutation = { body: NewPicture };
const photoIn = ({ body }: Pick<QueuedMutation, 'body'>): Id => (body as NewPicture).photoId;

/** Deletes the bytes of a picture that its member has taken back. */
async function dropBytes(mutation: PictureMutation): Promise<() => Promise<void>> {
  const stored = await userDb.photoBlobs.get(photoIn(mutation));
  await forgetBytes(photoIn(mutation));
  return async () => {
    if (stored) await userDb.photoBlobs.put(stored);
  };
}

/** Most uploads of one photo. */
const maxUploads = 5;

/** Uploads the photo again if the server has lost it, for example by a restored backup. Each upload is a dependency. */
async function sendPhotoAgain(picture: QueuedMutation, { error }: Refusal, now: number): Promise<boolean> {
  const { dependsOn } = picture;
  if (error.code !== 'photo.missing' || dependsOn.length >= maxUploads) return false;
  if (!(await userDb.photoBlobs.has(photoIn(picture)))) return false;
  const photo = photoOf(picture, photoIn(picture), '', now, await nextSeq());
  await userDb.outbox.put(photo);
  await replaceMutation(picture, { seq: await nextSeq(), dependsOn: [...dependsOn, photo.id] }, now);
  return true;
}

const ofBytes = {
  recover: sendPhotoAgain,
  onEnd: { sent: (mutation: PictureMutation) => forgetBytes(photoIn(mutation)), removed: dropBytes },
};

/** Changes a picture; the server's answer also updates the logged-in member's avatar on this device. */
async function changePicture(
  cache: CacheView,
  userId: Id,
  reply: Profile | null | undefined,
  to: Partial<Profile>,
): Promise<AfterCommit> {
  await change(cache, reply, to);
  if (reply) return () => storePerson(userId, { avatar: reply.avatarImage });
}

export const addAvatarMutation = defineMutation({
  kind: 'profile.avatar.put',
  endpoint: callOf<typeof addAvatar>('PUT', '/user/profile/avatar', 'AddAvatar'),
  ...behindPhoto,
  ...ofBytes,
  queue: ({ body, preview }: NewPictureInput, userId) => ({
    ...picturePlan('avatar', userId, body.photoId, preview),
    body,
  }),
  apply: (cache, { part: avatarImage, userId }, reply) =>
    changePicture(cache, userId, reply, avatarImage ? { avatarImage } : {}),
});

export const deleteAvatarMutation = defineMutation({
  kind: 'profile.avatar.delete',
  endpoint: callOf<typeof deleteAvatar>('DELETE', '/user/profile/avatar', 'DeleteAvatar'),
  labels,
  queue: (_: null, userId) => picturePlan('avatar', userId, null),
  apply: (cache, { userId }, reply) => changePicture(cache, userId, reply, { avatarImage: '' }),
});

export const addBannerMutation = defineMutation({
  kind: 'profile.banner.put',
  endpoint: callOf<typeof addBanner>('PUT', '/user/profile/banner', 'AddBanner'),
  ...behindPhoto,
  ...ofBytes,
  queue: ({ body, preview }: NewPictureInput, userId) => ({
    ...picturePlan('banner', userId, body.photoId, preview),
    body,
  }),
  apply: (cache, { part: bannerImage, userId }, reply) =>
    changePicture(cache, userId, reply, bannerImage ? { bannerImage } : {}),
});

export const deleteBannerMutation = defineMutation({
  kind: 'profile.banner.delete',
  endpoint: callOf<typeof deleteBanner>('DELETE', '/user/profile/banner', 'DeleteBanner'),
  labels,
  queue: (_: null, userId) => picturePlan('banner', userId, null),
  apply: (cache, { userId }, reply) => changePicture(cache, userId, reply, { bannerImage: '' }),
});

export const mutations = byKind(
  updateDisciplineMutation,
  updateLinksMutation,
  updateLocationMutation,
  updateTextMutation,
  addAvatarMutation,
  deleteAvatarMutation,
  addBannerMutation,
  deleteBannerMutation,
);
