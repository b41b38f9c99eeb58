// What the demo community consists of. Times are ISO 8601, UTC.
import type { BikeStatus } from '#contract/bike-options.ts';
import type { Id } from '#contract/ids.ts';
import type { Photo } from '#contract/photos.ts';
import type { Drawing } from './draw-photo.ts';
import type { BikeFacts } from './facts.ts';
import type { About } from './garage/rider.ts';

export interface DemoPhoto extends Photo {
  /** What `drawPhoto` draws it from. */
  drawing: Drawing;
}

/** A picture that a member shows of themselves, and what `drawPhoto` draws it from. */
export interface DemoPicture {
  id: Id;
  drawing: Drawing;
}

export interface DemoMember {
  id: Id;
  username: string;
  joinedAt: string;
  about: About;
  /** As in life, some show none. */
  avatar: DemoPicture | null;
  banner: DemoPicture | null;
}

/** How a bike stands; since when, where that is not since it was published; and what moderators say of it. */
export interface DemoStanding {
  status: BikeStatus;
  since: string;
  reason: string;
}

export interface DemoBike extends BikeFacts {
  id: Id;
  ownerId: Id;
  /** The maker's name as it is shown. */
  brand: string;
  createdAt: string;
  publishedAt: string;
  standing: DemoStanding;
  views: number;
  /** The first is the cover. */
  photos: DemoPhoto[];
}

export interface DemoComment {
  id: Id;
  bikeId: Id;
  authorId: Id;
  text: string;
  addedAt: string;
}

export interface DemoLike {
  bikeId: Id;
  memberId: Id;
  likedAt: string;
}

/** A folder besides the one that everybody has. */
export interface DemoFolder {
  id: Id;
  memberId: Id;
  name: string;
}

export interface DemoFavorite {
  bikeId: Id;
  memberId: Id;
  folderIds: Id[];
  addedAt: string;
}

export interface DemoCommunity {
  members: DemoMember[];
  /** Newest first. */
  bikes: DemoBike[];
  /** Oldest first. */
  comments: DemoComment[];
  /** Oldest first. */
  likes: DemoLike[];
  folders: DemoFolder[];
  favorites: DemoFavorite[];
}
