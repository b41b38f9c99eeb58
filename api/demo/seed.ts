import type { AccountStore } from '#api/features/accounts/accounts.store.ts';
import type { BikeStore } from '#api/features/bikes/bikes.store.ts';
import type { CommentStore } from '#api/features/comments/comments.store.ts';
import type { LikeStore } from '#api/features/likes/likes.store.ts';
import type { PhotoStore } from '#api/features/photos/photos.store.ts';
import type { Notes } from '#api/platform/notes.ts';
import type { Person } from '#contract/people.ts';
import { termsOf } from '#contract/search.ts';
import { slugOf } from '#contract/slug.ts';
import { demoCommunity } from './community.ts';
import type { DemoBike } from './types.ts';

type DemoRows = 'insertDemo' | 'removeDemo';

/** What the sample community is written to. */
export interface SeedNeeds {
  accounts: Pick<AccountStore, DemoRows | 'isEmpty'>;
  bikes: Pick<BikeStore, DemoRows>;
  photos: Pick<PhotoStore, DemoRows | 'demoIds'>;
  likes: Pick<LikeStore, DemoRows>;
  comments: Pick<CommentStore, DemoRows>;
  notes: Notes;
  /** Counts a bike's likes and comments for the first time. */
  count(bikeId: string): Promise<unknown>;
  /** Forgets the files of photos. */
  forgetPhotos(ids: string[]): Promise<void>;
}

function rowOf(bike: DemoBike, owner: Person) {
  const { id, ownerId: _, createdAt, publishedAt, views, photos, ...facts } = bike;
  const published = new Date(publishedAt);
  return {
    _id: id,
    owner,
    status: 'Active' as const,
    ...facts,
    slug: slugOf(bike),
    terms: termsOf({ ...facts, owner }),
    photos: photos.map(({ drawing: _drawing, ...photo }) => photo),
    counts: { likes: 0, comments: 0, views },
    countSeq: 0,
    hotRank: 0,
    createdAt: new Date(createdAt),
    publishedAt: published,
    updatedAt: published,
    statusChangedAt: published,
    version: 1,
  };
}

const note = 'sample community';

/**
 * Fills an empty site with the sample community, once. Members come last, so that a start that was cut off begins anew.
 * @returns the bikes, newest first; null when somebody is there already, or the community was taken away
 */
export async function seedDemo(needs: SeedNeeds, start: Date): Promise<DemoBike[] | null> {
  if ((await needs.notes.get(note)) === 'removed' || !(await needs.accounts.isEmpty())) return null;
  await clear(needs);
  const { members, bikes, comments, likes } = demoCommunity(start);
  const people = new Map(members.map(({ id, username }) => [id, { id, username, avatar: '' }]));
  const person = (id: string): Person => people.get(id) ?? { id, username: '', avatar: '' };
  await needs.photos.insertDemo(
    bikes.flatMap((bike) =>
      bike.photos.map(({ id, width, height, thumbhash, drawing }) => ({
        _id: id,
        ownerId: bike.ownerId,
        createdAt: new Date(bike.createdAt),
        ...{ width, height, thumbhash, drawing },
      })),
    ),
  );
  await needs.bikes.insertDemo(bikes.map((bike) => rowOf(bike, person(bike.ownerId))));
  await needs.comments.insertDemo(
    comments.map(({ id, bikeId, authorId, text, addedAt }) => ({
      ...{ _id: id, bikeId, author: person(authorId), text, status: 'Active' as const },
      ...{ addedAt: new Date(addedAt), editedAt: null },
    })),
  );
  await needs.likes.insertDemo(
    likes.map(({ bikeId, memberId, likedAt }) => ({ bikeId, userId: memberId, at: new Date(likedAt) })),
  );
  for (const bike of bikes) await needs.count(bike.id);
  await needs.accounts.insertDemo(
    members.map(({ id, username, joinedAt }) => ({ id, username, avatar: '', createdAt: new Date(joinedAt) })),
  );
  return bikes;
}

/** Takes the sample community away for good, with everything about its bikes; says how many bikes went. */
export async function removeDemo(needs: SeedNeeds): Promise<number> {
  await needs.notes.set(note, 'removed');
  return clear(needs);
}

async function clear(needs: SeedNeeds): Promise<number> {
  const bikeIds = await needs.bikes.removeDemo();
  await needs.comments.removeDemo(bikeIds);
  await needs.likes.removeDemo(bikeIds);
  await needs.forgetPhotos(await needs.photos.demoIds());
  await needs.photos.removeDemo();
  await needs.accounts.removeDemo();
  return bikeIds.length;
}
