import type { Id } from '#contract/ids.ts';
import {
  type Discipline,
  type Location,
  type Profile,
  type ProfileLink,
  type ProfilePart,
  updateDiscipline,
  updateLinks,
  updateLocation,
  updateText,
} from '#contract/profile.ts';
import { addAvatar, addBanner, type NewPicture } from '#contract/profile-pictures.ts';
import type { Seen } from '#contract/seen.ts';
import { type OutboxRow, rowOf } from '../rows.ts';

/** What the parts of a profile hold, with the names of places. */
export type ProfileParts = { discipline: Discipline; links: ProfileLink[]; location: Location; text: string };

const calls = { discipline: updateDiscipline, links: updateLinks, location: updateLocation, text: updateText };
/** What each part is called. */
export const partNames: Record<ProfilePart, string> = {
  ...{ discipline: 'Discipline', links: 'Links', location: 'Location', text: 'About you' },
};

/** The row that writes a part of the member's profile. What nobody has sent yet becomes one. */
export function partRow<P extends ProfilePart>(userId: Id, part: P, value: ProfileParts[P], seen: Seen): OutboxRow {
  const { country, region } = value as Location;
  const sent = part === 'location' ? { country, region } : { [part]: value };
  const key = `profile:${part}:${userId}`;
  const title = `Your profile: ${partNames[part].toLowerCase()}`;
  const subject = { kind: 'profile', id: userId, title, picture: null };
  const facts = { userId, lane: key, kind: `profile.${part}` as const, targetId: userId, title, subject };
  const call = { method: 'PUT', path: calls[part].path } as const;
  return rowOf(call, {}, { ...facts, body: { ...sent, seen }, part: value, coalesceKey: key });
}

/** Which part of a profile a row writes; null for a row of anything else. */
export const partOf = ({ kind }: Pick<OutboxRow, 'kind'>): ProfilePart | null =>
  (Object.keys(calls) as ProfilePart[]).find((part) => kind === `profile.${part}`) ?? null;

/** A picture of the member's. */
export type PictureName = 'avatar' | 'banner';
const pictureCalls = { avatar: addAvatar, banner: addBanner };
const pictureFields = { avatar: 'avatarImage', banner: 'bannerImage' } as const;

const pictureFacts = (userId: Id, name: PictureName, photoId: Id | null) => {
  const title = `Your profile: ${name}`;
  const subject = { kind: 'profile', id: userId, title, picture: photoId ? { id: photoId, here: true } : null };
  const key = `profile:${name}:${userId}`;
  return { userId, lane: key, targetId: userId, title, subject, coalesceKey: key };
};

/** The row that cuts a picture out of a photo which goes before it. @param preview what it looks like, until then */
export function pictureRow(userId: Id, name: PictureName, body: NewPicture, preview: string): OutboxRow {
  const facts = { ...pictureFacts(userId, name, body.photoId), kind: `profile.${name}.put` as const };
  return rowOf({ method: 'PUT', path: pictureCalls[name].path } as const, {}, { ...facts, body, part: preview });
}

/** The row that takes a picture away. */
export function noPictureRow(userId: Id, name: PictureName): OutboxRow {
  const facts = { ...pictureFacts(userId, name, null), kind: `profile.${name}.delete` as const };
  return rowOf({ method: 'DELETE', path: pictureCalls[name].path } as const, {}, { ...facts, part: '' });
}

/** Which picture a row is about; null for a row of anything else. */
export const pictureOf = ({ kind }: Pick<OutboxRow, 'kind'>): PictureName | null =>
  (Object.keys(pictureCalls) as PictureName[]).find((name) => kind.startsWith(`profile.${name}.`)) ?? null;

/** A profile with what waits. Refused rows change nothing. */
export function overlayProfile(profile: Profile, rows: readonly OutboxRow[]): Profile {
  let shown = profile;
  for (const row of rows) {
    if (row.state === 'failed') continue;
    const part = partOf(row);
    if (part) shown = { ...shown, [part]: row.part };
    const picture = pictureOf(row);
    if (picture) shown = { ...shown, [pictureFields[picture]]: row.part };
  }
  return shown;
}
