// The sample community with ids and dates. The same files give the same ids; dates count back from the seeding.
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { brandOf } from '#api/catalog/catalog.ts';
import type { BikeStatus } from '#contract/bike-options.ts';
import { PublishedBike } from '#contract/bike-whole.ts';
import type { CommentMark } from '#contract/comments.ts';
import { type Id, newId } from '#contract/ids.ts';
import { type Mention, partsOf, readName } from '#contract/mentions.ts';
import type { Photo } from '#contract/photos.ts';
import { usernameKey } from '#contract/username.ts';
import { readMembers, readPictures, type SampleBike, type SampleMember, type SamplePicture } from './samples.ts';

/** A picture; its files are in `pictures/NAME`. */
export type DemoPicture = { id: Id; name: string };
export type DemoMember = Pick<SampleMember, 'username' | 'discipline' | 'location' | 'text' | 'links'> & {
  id: Id;
  joinedAt: Date;
  /** Null for the few members without one. */
  avatar: DemoPicture | null;
  banner: DemoPicture | null;
};
export type DemoBike = Omit<PublishedBike, 'photos' | 'status' | 'version' | 'seen' | 'keepsPrice'> & {
  id: Id;
  ownerId: Id;
  /** The maker's display name. */
  brand: string;
  publishedAt: Date;
  status: BikeStatus;
  statusAt: Date;
  /** The moderators' reason; empty where they did not decide. */
  reason: string;
  views: number;
  /** The first is the cover. `name`: as of a {@link DemoPicture}. */
  photos: (Photo & { name: string })[];
};
export type DemoComment = {
  id: Id;
  bikeId: Id;
  authorId: Id;
  text: string;
  mentions: Mention[];
  /** The comment that it answers, and its author; null for none. */
  replyTo: { id: Id; authorId: Id } | null;
  marks: readonly CommentMark[];
  addedAt: Date;
};
export type DemoLike = { bikeId: Id; memberId: Id; at: Date };
/** A folder besides the default one. */
export type DemoFolder = { id: Id; memberId: Id; name: string; isShared: boolean };
export type DemoFavorite = { bikeId: Id; memberId: Id; folderIds: Id[]; at: Date };
export type DemoCommunity = {
  members: DemoMember[];
  /** Newest first. */
  bikes: DemoBike[];
  comments: DemoComment[];
  likes: DemoLike[];
  folders: DemoFolder[];
  favorites: DemoFavorite[];
};

const minute = 60_000;
const day = 24 * 60 * minute;
const idsFrom = Date.UTC(2025, 0, 1);

/** An id that depends on the name only. */
const idOf = (...name: string[]): Id => newId(idsFrom, createHash('sha256').update(name.join('\n')).digest());

const memberId = (username: string): Id => idOf('member', username);
const bikeId = (path: string): Id => idOf('bike', path);

/** The time of the nth of several events after a publication: most follow soon. @param n from 0 */
function timeOf(published: number, now: number, n: number, count: number, maxDays: number): Date {
  const span = Math.min((now - published) * 0.97, maxDays * day);
  return new Date(Math.round(published + span * ((n + 1) / (count + 1)) ** 2));
}

function mentionsIn(text: string, known: ReadonlyMap<string, string>): Mention[] {
  const names = partsOf(text).flatMap((part) => (part.kind === 'name' ? [part.text] : []));
  const found = new Set(names.flatMap((name) => readName(name, (key) => known.get(key))?.as ?? []));
  return [...found].map((name) => ({ id: memberId(name), name }));
}

function toBike(sample: SampleBike, owner: string, pictures: Record<string, SamplePicture>, now: number): DemoBike {
  const {
    key,
    published,
    views,
    availability,
    photos,
    components,
    history,
    comments: _,
    likes: __,
    ...fields
  } = sample;
  const path = `${owner}/${key}`;
  const shown = photos.map((photo, n) => {
    const name = `${path}-${n + 1}`;
    const size = pictures[name];
    if (!size) throw new Error(`pictures.json has no ${name}`);
    return { id: idOf('photo', name), name, ...size, ...photo };
  });
  const { status: ___, ...bike } = v.parse(PublishedBike, {
    ...fields,
    status: 'Active',
    photos: shown,
    components: components.map((part, n) => ({ id: idOf('part', path, `${n}`), ...part })),
    history: history.map(({ photos: places, ...entry }, n) => {
      const photoIds = places.map((place) => shown[place - 1]?.id);
      return { id: idOf('entry', path, `${n}`), ...entry, photoIds };
    }),
  });
  const publishedAt = new Date(now - published * day);
  return {
    ...bike,
    id: bikeId(path),
    ownerId: memberId(owner),
    brand: brandOf(bike.brandId)?.name ?? bike.brandOther,
    publishedAt,
    status: availability?.status ?? 'Active',
    statusAt: availability ? new Date(now - availability.since * day) : publishedAt,
    reason: availability?.reason ?? '',
    views,
    photos: shown,
  };
}

function toFavorites(member: SampleMember, bikes: ReadonlyMap<Id, DemoBike>, now: number): DemoFavorite[] {
  const own = memberId(member.username);
  const lists = [
    { id: own, paths: member.favorites },
    ...member.folders.map(({ name, bikes: paths }) => ({ id: idOf('folder', member.username, name), paths })),
  ];
  const paths = [...new Set(lists.flatMap((list) => list.paths))];
  return paths.map((path, n) => {
    const bike = bikes.get(bikeId(path));
    if (!bike) throw new Error(`${member.username}: there is no bike ${path}`);
    const folderIds = lists.filter((list) => list.paths.includes(path)).map(({ id }) => id);
    const at = timeOf(bike.publishedAt.getTime(), now, n, paths.length, 40);
    return { bikeId: bike.id, memberId: own, folderIds, at };
  });
}

/**
 * Reads the sample community.
 * @param start the time that its dates count back from
 * @throws {Error} if a file breaks the rules of members, bikes or comments
 */
export function demoCommunity(start: Date): DemoCommunity {
  const now = start.getTime();
  const samples = readMembers();
  const pictures = readPictures();
  const names = new Map(samples.map(({ username }) => [usernameKey(username), username]));
  const pictureOf = (name: string): DemoPicture | null => (pictures[name] ? { id: idOf('picture', name), name } : null);
  const members = samples.map(({ username, joined, discipline, location, text, links }) => ({
    id: memberId(username),
    username,
    joinedAt: new Date(now - joined * day),
    discipline,
    location,
    text,
    links,
    avatar: pictureOf(`${username}/avatar`),
    banner: pictureOf(`${username}/banner`),
  }));
  const comments: DemoComment[] = [];
  const likes: DemoLike[] = [];
  const bikes = samples.flatMap(({ username, bikes: own }) =>
    own.map((sample) => {
      const bike = toBike(sample, username, pictures, now);
      const published = bike.publishedAt.getTime();
      const days = 10 + sample.comments.length * 2;
      const commentId = (n: number) => idOf('comment', bike.id, `${n}`);
      for (const [n, { by, text, answers = -1, marks }] of sample.comments.entries()) {
        const answered = sample.comments[answers];
        comments.push({
          id: commentId(n),
          bikeId: bike.id,
          authorId: memberId(by),
          text,
          mentions: mentionsIn(text, names),
          replyTo: answered ? { id: commentId(answers), authorId: memberId(answered.by) } : null,
          marks,
          addedAt: timeOf(published, now, n, sample.comments.length, days),
        });
      }
      for (const [n, by] of sample.likes.entries()) {
        likes.push({
          bikeId: bike.id,
          memberId: memberId(by),
          at: timeOf(published, now, n, sample.likes.length, 28),
        });
      }
      return bike;
    }),
  );
  const byId = new Map(bikes.map((bike) => [bike.id, bike]));
  return {
    members,
    bikes: bikes.sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime()),
    comments,
    likes,
    folders: samples.flatMap(({ username, folders }) =>
      folders.map(({ name, shared }) => ({
        id: idOf('folder', username, name),
        memberId: memberId(username),
        name,
        isShared: shared,
      })),
    ),
    favorites: samples.flatMap((member) => toFavorites(member, byId, now)),
  };
}
