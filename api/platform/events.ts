import type { BikeStatus } from '#contract/bike-options.ts';
import type { CommentStatus } from '#contract/comments.ts';
import type { FlagTarget } from '#contract/flag-targets.ts';
import type { SecurityKind } from '#contract/security-record.ts';
import type { Sender } from './sessions/sender.ts';

/**
 * An event that a write emitted. `id`: the like's, favorite's, comment's or update's, which still exists while the event is
 * handled; `op`: the same each time the event is emitted again; `ownerId`: the bike's owner; `userId`: the author of
 * the like, favorite or comment, missing in writes that an older build began.
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
  | { what: 'update.liked' | 'update.unliked'; bikeId: string; ownerId: string; id: string; userId: string }
  | { what: 'comment.edited'; bikeId: string; id: string }
  /** A comment mentions a member, or no longer does. `id`: the comment's; `userId`: its author. */
  | { what: 'mentioned' | 'unmentioned'; bikeId: string; id: string; memberId: string; userId: string }
  /** A member follows another or no longer does. `userId`: the one who follows. */
  | { what: 'followed' | 'unfollowed'; memberId: string; userId: string }
  /**
   * A member is asked to keep a list, or offered it, or that has ended. `userId`: the list's owner; `shareId`: the id of
   * its link.
   */
  | {
      what: 'keeper.asked' | 'keeper.unasked';
      memberId: string;
      userId: string;
      shareId: string;
      isOffer: boolean;
    }
  /** A search that the member follows has found new bikes. `day`: the member's day, ISO 8601; `key`: the search's. */
  | { what: 'search.found'; memberId: string; key: string; day: string; bikeIds: readonly string[] }
  /** A member likes a list or no longer does. `shareId`: the list's; `ownerId`: who shares it; `userId`: who likes it. */
  | { what: 'list.liked' | 'list.unliked'; shareId: string; ownerId: string; userId: string }
  /** A list is no longer shared. */
  | { what: 'list.ended'; shareId: string; ownerId: string }
  /** A moderator has removed a list's words or brought them back. `at`: ISO 8601. */
  | { what: 'list.judged'; folderId: string; ownerId: string; at: string }
  /** A member has blocked another. `userId`: the one who blocked. */
  | { what: 'member.blocked'; memberId: string; userId: string }
  /** The member's unread messages or their preferences changed. */
  | { what: 'conversation.changed' | 'preferences.changed'; memberId: string }
  /**
   * `earlier`: the bike's names before an edit, null if it changed none. `isNews`: the edit may have changed the bike's news
   * or what it is followed by. `goneUpdates`: ids of the history's entries that the edit has removed.
   */
  | {
      what: 'bike.published' | 'bike.changed' | 'bike.deleted';
      bikeId: string;
      earlier?: { brandId: string; brand: string; model: string } | null;
      isNews?: boolean;
      goneUpdates?: readonly string[];
    }
  /** A bike is erased for good: its handlers erase what they store about it. It exists until all of them have. */
  | { what: 'bike.erased'; bikeId: string }
  /** A member has flagged something. `id`: the flag's. */
  | { what: 'flagged'; id: string; targetType: FlagTarget; targetId: string }
  /** Somebody has become a member. */
  | { what: 'member.joined'; memberId: string }
  /** The member may have new alerts. */
  | { what: 'alerts.raised'; memberId: string }
  /** A member has logged in, or some of their sessions have ended. */
  | { what: 'member.signedIn' | 'member.signedOut'; memberId: string }
  /**
   * A log-in, or a change that concerns the security of a member's account, made by `securityEvent`. `from`: null if the
   * people who run the site did it; `key`: the same each time it is emitted again.
   */
  | { what: 'security'; memberId: string; kind: SecurityKind; from: Sender | null; about: string; key: string }
  /** `week`: as `2026-W46`. `ownerId` is missing if the bike was deleted meanwhile. */
  | { what: 'bike.won'; bikeId: string; week: string; ownerId: string | undefined }
  /** A bike is among the first of the week that runs, for the first time in it. */
  | { what: 'bike.ranked'; bikeId: string; week: string; ownerId: string }
  /** A moderator, or members' flags, changed the status of a bike. The owner is notified with the reason. `at`: ISO 8601. */
  | { what: 'bike.judged'; bikeId: string; ownerId: string; status: BikeStatus; reason: string; at: string }
  /** A moderator has removed an update. `id`: the update's. */
  | { what: 'update.removed'; bikeId: string; id: string; ownerId: string; at: string }
  /** The same for a comment. `id`: the comment's; `ownerId`: its author. */
  | {
      what: 'comment.judged';
      bikeId: string;
      id: string;
      ownerId: string;
      status: CommentStatus;
      reason: string;
      at: string;
    };

/** Handles the events of one write, in this order. Delivery is at least once, so an event may arrive again. */
export type EventHandler = (events: readonly AppEvent[]) => Promise<void> | void;

/**
 * Services emit events here without knowing the handlers. Delivery is at least once: a write whose handlers did not all
 * succeed is not finished, so the client or a sweep repeats it.
 */
export class Events {
  readonly #handlers: readonly EventHandler[];

  constructor(handlers: readonly EventHandler[]) {
    this.#handlers = handlers;
  }

  /** Passes the events of one write to all handlers. @throws what a handler throws */
  emit = async (...events: AppEvent[]): Promise<void> => {
    if (events.length > 0) await Promise.all(this.#handlers.map(async (handle) => handle(events)));
  };
}
