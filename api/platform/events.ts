import type { BikeStatus } from '#contract/bike-options.ts';
import type { CommentStatus } from '#contract/comments.ts';

/**
 * What a write did. `id` is the like's, the favorite's or the comment's, which stands there still while it is told; `op` is the same
 * however often one effect is told. `ownerId`: whose bike; `userId`: whose like, favorite or comment, missing in what an older
 * build had begun.
 */
export type AppEvent =
  | {
      what: 'liked' | 'unliked' | 'favorited' | 'unfavorited' | 'commented' | 'comment.hidden';
      bikeId: string;
      ownerId: string;
      id: string;
      userId?: string | undefined;
      op: string;
    }
  | { what: 'comment.edited'; bikeId: string; id: string }
  /** A comment calls a member, or does so no more. `id`: the comment's; `userId`: who wrote it. */
  | { what: 'mentioned' | 'unmentioned'; bikeId: string; id: string; memberId: string; userId: string }
  /** There is something else to read for a member, or less; or they have chosen something. */
  | { what: 'conversation.changed' | 'preferences.changed'; memberId: string }
  | { what: 'bike.published' | 'bike.changed' | 'bike.deleted'; bikeId: string }
  /** `week`: as `2026-W46`. `ownerId` is missing where the bike went meanwhile. */
  | { what: 'bike.won'; bikeId: string; week: string; ownerId: string | undefined }
  /** A moderator, or the flags of members, decided about a bike, for a reason that its owner is told. `at`: ISO 8601. */
  | { what: 'bike.judged'; bikeId: string; ownerId: string; status: BikeStatus; reason: string; at: string }
  /** The same of a comment. `id`: the comment's; `ownerId`: who wrote it. */
  | {
      what: 'comment.judged';
      bikeId: string;
      id: string;
      ownerId: string;
      status: CommentStatus;
      reason: string;
      at: string;
    };

/** Somebody who acts on what happened, in this order. May hear of one effect more than once. */
export type EventHandler = (effects: readonly AppEvent[]) => Promise<void> | void;

/**
 * Where services tell what their writes did, and nothing of who follows. An effect is told at least once: a write whose
 * followers were not all reached is not finished, so that the device or the sweep comes again.
 */
export class Events {
  readonly #followers: readonly EventHandler[];

  constructor(followers: readonly EventHandler[]) {
    this.#followers = followers;
  }

  /** Tells all followers what one write did. @throws what a follower throws */
  tell = async (...effects: AppEvent[]): Promise<void> => {
    if (effects.length > 0) await Promise.all(this.#followers.map(async (follow) => follow(effects)));
  };
}
