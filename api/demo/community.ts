// The demo community of an empty installation. Deterministic except for the dates.
import { brandOf } from '#api/catalog/catalog.ts';
import { albumOf } from './album.ts';
import { riders } from './bikes/riders.ts';
import { type CastBike, castBikes, favorite } from './cast.ts';
import type { Drawing } from './draw-photo.ts';
import { favoritesOf } from './favorites.ts';
import { seededId } from './ids.ts';
import { type Rng, rng } from './illustrator/random.ts';
import { likesOf } from './likes.ts';
import { looksOf } from './looks.ts';
import { agesOf } from './order.ts';
import { holdTalks } from './talk.ts';
import type { DemoAvailability, DemoBike, DemoCommunity, DemoLike, DemoMember } from './types.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

type Times = { published: number; now: number };

const iso = (time: number): string => new Date(Math.round(time)).toISOString();

function joinMembers(cast: readonly CastBike[], now: number, r: Rng): DemoMember[] {
  return riders.map(({ username, about }, place) => {
    const joined = now - Math.round(r.range(440, 700) * day);
    const member = { id: seededId(joined, r), username, about, joinedAt: iso(joined) };
    const own = cast.filter(({ owner }) => owner === username);
    const { avatar, banner } = looksOf(place, own);
    const ids = rng(`pictures of ${username}`);
    const pictureOf = (drawing: Drawing | null) => drawing && { id: seededId(joined + minute, ids), drawing };
    return { ...member, avatar: pictureOf(avatar), banner: pictureOf(banner) };
  });
}

function appealOf(cast: CastBike, r: Rng): number {
  if (cast.seed === favorite) return 1;
  return cast.front ? r.range(0.55, 0.93) : 0.06 + 0.8 * r() ** 1.5;
}

/** The bike's status and since when: some days ago, or for a draft since it was created. */
function availabilityOf({ availability }: CastBike, published: number, now: number, r: Rng): DemoAvailability {
  const [status = 'Active', reason = ''] = availability ?? [];
  const lasting = status === 'Active' || status === 'Draft';
  return { status, reason, since: iso(lasting ? published : now - r.range(2, 9) * day) };
}

function publishBike(cast: CastBike, owner: DemoMember, { published, now }: Times, r: Rng): DemoBike {
  const created = published - Math.round(r.range(6, 45) * minute);
  const id = seededId(created, r);
  const photos = albumOf(cast, created + minute, r);
  const photosOf = (day: number) => cast.dayPhotos[day]?.flatMap((place) => photos[place]?.id ?? []) ?? [];
  return {
    ...cast.fields,
    history: cast.fields.history.map((entry, day) => ({ ...entry, photoIds: photosOf(day) })),
    id,
    ownerId: owner.id,
    brand: brandOf(cast.fields.brandId)?.name ?? cast.fields.brandOther,
    createdAt: iso(created),
    publishedAt: iso(published),
    availability: availabilityOf(cast, published, now, r.fork('standing')),
    views: 0,
    photos,
  };
}

/**
 * Generates members, bikes, comments, likes and favorites from one fixed seed.
 * @param start the current time: the newest bike was published an hour before, the oldest some 14 months
 */
export function demoCommunity(start: Date): DemoCommunity {
  const now = start.getTime();
  const cast = castBikes();
  const members = joinMembers(cast, now, rng('members'));
  const ages = agesOf(cast.length, rng('ages'));
  const scenes = cast.map((one, i) => {
    const owner = members.find((member) => member.username === one.owner);
    if (!owner) throw new Error(`nobody is called ${one.owner}`);
    const r = rng(one.seed);
    const bike = publishBike(one, owner, { published: now - (ages[i] ?? 0), now }, r.fork('publish'));
    return { bike, cast: one, owner, appeal: appealOf(one, r.fork('appeal')), r };
  });
  const seen = scenes.filter(({ bike }) => bike.availability.status !== 'Draft');
  const comments = holdTalks(seen, members, now, rng('talk'));
  const likes: DemoLike[] = [];
  for (const { bike, appeal, r } of seen) {
    const said = comments.filter((comment) => comment.bikeId === bike.id);
    const own = likesOf(bike, appeal, members, new Set(said.map((one) => one.authorId)), now, r.fork('likes'));
    const age = (now - Date.parse(bike.publishedAt)) / day;
    bike.views = Math.round(own.length * r.range(14, 26) + said.length * r.range(4, 9) + Math.min(age, 90) + 3);
    likes.push(...own);
  }
  likes.sort((a, b) => a.likedAt.localeCompare(b.likedAt));
  const saved = members.map((member) => favoritesOf(member, likes, now, rng(`favorites ${member.username}`)));
  return {
    members,
    bikes: scenes.map(({ bike }) => bike),
    comments,
    likes,
    folders: saved.flatMap(({ folders }) => folders),
    favorites: saved.flatMap(({ favorites }) => favorites),
  };
}
