import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { BikeNotice } from './bike-notice.ts';
import { bikeStatuses } from './bike-options.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './id-schema.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';

const alertTypes = [
  'comment',
  'mention',
  'like',
  'updateLike',
  'favorite',
  'keeper',
  'winner',
  'ranking',
  'follow',
  'search',
  'bikeStatus',
  'commentStatus',
  'listLike',
  'listStatus',
  'updateStatus',
] as const;
export type AlertType = (typeof alertTypes)[number];

/** Groups in which unseen alerts are counted. */
export const alertGroups = [
  'comments',
  'likes',
  'favorites',
  'winners',
  'followers',
  'searches',
  'moderation',
] as const;
export type AlertGroup = (typeof alertGroups)[number];

/** Seconds between two polls. */
export const pollSeconds = 60;

const AlertBike = v.object({
  id: Id,
  slug: v.string(),
  brand: v.string(),
  model: v.string(),
  year: v.nullable(v.number()),
});
export type AlertBike = v.InferOutput<typeof AlertBike>;

export const Alert = v.object({
  /** Unique within the member's alerts. */
  id: v.string(),
  type: v.picklist(alertTypes),
  /**
   * The comment, the latest of grouped ones, the bike that was liked, favorited or moderated, the update that was liked or
   * removed, the followed member, or the week of a winner; of a ranking the week and the bike, as `2026-W46:ID`; of a
   * search the day and the search's key; of a list the id of its link, after `offer:` if the list is offered; the
   * folder whose words were moderated.
   */
  key: v.string(),
  /** Empty for an alert about no bike. */
  bikeId: v.string(),
  bike: v.nullable(AlertBike),
  /** The most recent actors, latest first. */
  actors: v.array(Person),
  /** Total number of actors. */
  actorCount: v.number(),
  /** Beginning of the comment; empty when the alert has no text. */
  text: v.string(),
  /** The update that was liked, commented on or removed. */
  update: v.optional(v.object({ id: Id, title: v.string() })),
  /** Whether the comment answers one of the member's. Of grouped ones, all do. */
  isReply: v.optional(v.boolean()),
  /** How many mentions of one actor the alert stands for, and on how many bikes; absent for a single one. */
  grouped: v.optional(v.object({ count: v.number(), bikeCount: v.number() })),
  /** The followed search that found as many new bikes as `actorCount` says. */
  search: v.optional(v.object({ key: v.string(), name: v.string() })),
  /**
   * The list that was liked or moderated, or that the actor asks the member to keep or offers to them: then with the id
   * of its link.
   */
  list: v.optional(v.object({ name: v.string(), shareId: v.optional(v.string()), isOffer: v.optional(v.boolean()) })),
  /** Status of the bike, comment or list after a moderator's decision, and the reason. */
  judged: v.optional(
    v.object({ status: v.picklist(bikeStatuses), ...v.pick(BikeNotice, ['reason', 'fixable']).entries }),
  ),
  /** ISO 8601, UTC: when the latest of these events happened. */
  at: v.string(),
  seen: v.boolean(),
});
export type Alert = v.InferOutput<typeof Alert>;

/** Unread messages of a member. */
const UnreadMessages = v.object({
  /** Counts messages, not conversations. */
  unreadMessageCount: v.number(),
  conversations: v.array(
    v.object({
      id: v.string(),
      /** The other member. Rows cached by an older build lack it. */
      with: v.optional(Person),
      unreadCount: v.number(),
      /** Whether the viewing member has ever written in it. */
      answered: v.optional(v.boolean()),
      lastMessageAt: v.string(),
    }),
  ),
});
export type UnreadMessages = v.InferOutput<typeof UnreadMessages>;

export const Alerts = v.object({
  ...UnreadMessages.entries,
  unseen: v.object(v.entriesFromList(alertGroups, v.number())),
  /** Comments and moderation before the rest. */
  items: v.array(Alert),
  /** Cursor for the next page of `GET /user/alerts`; null when these are all. */
  next: v.nullable(v.string()),
  /** Opaque. Sent back to mark every alert up to here as seen. */
  cursor: v.string(),
  /** ISO 8601, UTC. */
  serverTime: v.string(),
  pollAfterSeconds: v.number(),
  /** Version of the preferences on the server. A device that has another version fetches them again. */
  preferences: v.number(),
  /** Build of the server that answered. */
  version: v.string(),
});
export type Alerts = v.InferOutput<typeof Alerts>;

const noCursor = t`Send the cursor of an answer.`;
const SeenAlerts = v.object({ cursor: v.pipe(v.string(noCursor), v.maxLength(16), v.regex(/^\d+$/, noCursor)) });

/** Returns what is new for the member. Supports ETag: answers 304 while nothing has changed. */
export const pollAlerts = endpoint('GET', '/user/poll/alerts', {
  action: 'GetAlerts',
  reply: Alerts,
  private: true,
  programs: true,
});
/** Lists new and old alerts by page: unseen comments and moderation first, then newest first. */
export const listAlerts = endpoint('GET', '/user/alerts', {
  query: PageQuery,
  reply: pageOf(Alert),
  private: true,
  programs: true,
});
/** Marks all alerts up to a cursor as seen. Idempotent. */
export const seeAlerts = endpoint('PUT', '/user/alerts/seen', {
  body: SeenAlerts,
  reply: v.null(),
  private: true,
  programs: true,
});
