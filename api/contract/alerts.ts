import * as v from 'valibot';
import { bikeStatuses } from './bike-options.ts';
import { Standing } from './bike-standing.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './ids.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';

/** What members are told of. */
const alertTypes = ['comment', 'mention', 'like', 'favorite', 'winner', 'bikeStatus', 'commentStatus'] as const;
export type AlertType = (typeof alertTypes)[number];

/** What is counted together of what a member has not seen. */
export const alertGroups = ['comments', 'likes', 'favorites', 'winners', 'moderation'] as const;
export type AlertGroup = (typeof alertGroups)[number];

/** Seconds from one poll to the next. */
export const pollSeconds = 60;

/** The bike that an alert is about. */
const AlertBike = v.object({
  id: Id,
  slug: v.string(),
  brand: v.string(),
  model: v.string(),
  year: v.nullable(v.number()),
});
export type AlertBike = v.InferOutput<typeof AlertBike>;

export const Alert = v.object({
  /** No other alert of this member has it. */
  id: v.string(),
  type: v.picklist(alertTypes),
  /** What it is about: the comment, or the bike that is liked, is somebody's favorite or was judged. */
  key: v.string(),
  bikeId: Id,
  bike: AlertBike,
  /** Those who did it last, the latest first. */
  actors: v.array(Person),
  /** How many did it in all. */
  actorCount: v.number(),
  /** The beginning of what was said; empty where nothing was. */
  text: v.string(),
  /** How the bike or the comment stands after moderators decided about it, and why. */
  judged: v.optional(
    v.object({ status: v.picklist(bikeStatuses), ...v.pick(Standing, ['reason', 'fixable']).entries }),
  ),
  /** ISO 8601, UTC: when the last of it happened. */
  at: v.string(),
  seen: v.boolean(),
});
export type Alert = v.InferOutput<typeof Alert>;

/** What a member has not read of their messages. */
const Unread = v.object({
  /** Messages, not conversations. */
  unreadMessageCount: v.number(),
  conversations: v.array(
    v.object({
      id: v.string(),
      /** Whom it is with; what an older build kept lacks it. */
      with: v.optional(Person),
      unreadCount: v.number(),
      lastMessageAt: v.string(),
    }),
  ),
});
export type Unread = v.InferOutput<typeof Unread>;

export const Alerts = v.object({
  ...Unread.entries,
  unseen: v.object(v.entriesFromList(alertGroups, v.number())),
  /** Comments and moderation before the rest. */
  items: v.array(Alert),
  /** Where the next page of `GET /user/alerts` begins; null when these are all. */
  next: v.nullable(v.string()),
  /** Opaque: whoever saw these items has seen everything up to here. */
  cursor: v.string(),
  /** ISO 8601, UTC. */
  serverTime: v.string(),
  pollAfterSeconds: v.number(),
  /** Which version of their preferences the site has; what a device has of another one is to be asked for. */
  preferences: v.number(),
  /** The build that answered. */
  version: v.string(),
});
export type Alerts = v.InferOutput<typeof Alerts>;

const noCursor = 'Send the cursor of an answer.';
const SeenAlerts = v.object({ cursor: v.pipe(v.string(noCursor), v.maxLength(16), v.regex(/^\d+$/, noCursor)) });

/** What is new for the member. It has an ETag: whoever sends it back is answered 304 while nothing is. */
export const pollAlerts = endpoint('GET', '/user/poll/alerts', { reply: Alerts, private: true });
/** What is new and what was, a page at a time: what was not seen of comments and moderation first, then the newest. */
export const listAlerts = endpoint('GET', '/user/alerts', { query: PageQuery, reply: pageOf(Alert), private: true });
/** Notes that the member has seen everything up to a cursor. Twice is once. */
export const seeAlerts = endpoint('PUT', '/user/alerts/seen', { body: SeenAlerts, reply: v.null(), private: true });
