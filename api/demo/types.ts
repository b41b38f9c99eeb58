// The types of the demo community. Times are ISO 8601, UTC.
import type { BikeStatus } from '#contract/bike-options.ts';
import type { Id } from '#contract/ids.ts';
import type { Photo } from '#contract/photos.ts';
import type { About } from './bikes/rider.ts';
import type { BikeFields } from './describe-bike.ts';
import type { Drawing } from './draw-photo.ts';

export interface DemoPhoto extends Photo {
  /** The input of `drawPhoto`. */
  drawing: Drawing;
}

/** A member's avatar or banner, and the input of `drawPhoto`. */
export interface DemoPicture {
  id: Id;
  drawing: Drawing;
}

export interface DemoMember {
  id: Id;
  username: string;
  joinedAt: string;
  about: About;
  /** Null for the few members without one. */
  avatar: DemoPicture | null;
  banner: DemoPicture | null;
}

/** A bike's status, since when, and the moderators' reason. */
export interface DemoAvailability {
  status: BikeStatus;
  since: string;
  reason: string;
}

export interface DemoBike extends BikeFields {
  id: Id;
  ownerId: Id;
  /** The maker's display name. */
  brand: string;
  createdAt: string;
  publishedAt: string;
  availability: DemoAvailability;
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

/** A folder besides the default one. */
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
