import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { titleOf } from './bike-names.ts';
import type { BikeCard } from './bikes.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './id-schema.ts';
import { MessageText, messagePath } from './message-text.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';
import { Photo } from './photos.ts';
import { defineProblems } from './problems.ts';

const messageProblems = defineProblems({
  'message.self': { status: 403, message: t`You can't write to yourself.` },
  'message.left': { status: 403, message: t`This member is no longer here.` },
  'message.refused': { status: 403, remedy: 'later', message: t`This member isn't accepting new messages.` },
  'message.blocked': { status: 403, remedy: 'later', message: t`You have blocked this member. Unblock them to write.` },
  'message.newcomer': {
    status: 403,
    remedy: 'later',
    message: t`To start a conversation, publish a bike or write three comments first.`,
  },
  'message.starts': { status: 429, message: t`You can start 3 conversations a day and 15 a week.` },
  'message.exists': { status: 409, message: t`This message belongs to someone else.` },
  'message.too_late': {
    status: 403,
    message: t`You can unsend a message for 15 minutes. This one is older. You can still remove it from your own view.`,
  },
});
declare module './problems.ts' {
  interface FeatureProblems {
    message: typeof messageProblems;
  }
}

/** Minutes for which authors may unsend a message. */
export const unsendMinutes = 15;
/** Default number of messages in a page. */
export const messagesPerPage = 50;

/** `bikeId`: the bike that it is about. One that is not public, or belongs to neither of the two, is shown as gone. */
const NewMessage = v.object({ id: Id, text: MessageText, bikeId: v.optional(Id) });
export type NewMessage = v.InferOutput<typeof NewMessage>;

/** The bike that a message is about, as it is now. `cover`: absent in messages that an older build has queued. */
const MessageBike = v.object({
  id: Id,
  slug: v.string(),
  title: v.string(),
  cover: v.optional(v.nullable(Photo)),
  /** It is deleted or hidden; slug and title are empty. */
  gone: v.optional(v.literal(true)),
});
export type MessageBike = v.InferOutput<typeof MessageBike>;

/** A bike as a message shows it; null unless it is public and belongs to one of `memberIds`. */
export const messageBikeOf = (card: BikeCard, memberIds: readonly Id[]): MessageBike | null =>
  card.status === 'Active' && memberIds.includes(card.owner.id)
    ? { id: card.id, slug: card.slug, title: titleOf(card), cover: card.cover }
    : null;

export const goneBike = (id: Id): MessageBike => ({ id, slug: '', title: '', gone: true });

export const Message = v.object({
  id: Id,
  /** Number within the conversation, from 1, in order of arrival. */
  number: v.number(),
  authorId: Id,
  /** Empty when the author has unsent it or a moderator has removed it. */
  text: v.string(),
  /** The bike from whose page it was written. */
  bike: v.optional(MessageBike),
  /** ISO 8601, UTC: when the server received it. */
  at: v.string(),
  unsent: v.boolean(),
  removed: v.boolean(),
  /** The moderator's reason for the removal, shown to the author. */
  removedFor: v.optional(v.string()),
  /** Whether the viewing member has flagged it. */
  flagged: v.boolean(),
});
export type Message = v.InferOutput<typeof Message>;

/** A conversation in one member's list. There is one for each pair of members. */
export const Conversation = v.object({
  id: v.string(),
  with: Person,
  /** Unread messages from the other member. */
  unreadCount: v.number(),
  /** Whether the viewing member has ever written in it. */
  answered: v.boolean(),
  /** The last message, shortened. Its text is empty when the member has hidden it. */
  last: Message,
});
export type Conversation = v.InferOutput<typeof Conversation>;

/** Why a message cannot be sent now. `until` (ISO 8601): when that ends, if it will. */
export const SendRefusal = v.object({ code: v.string(), message: v.string(), until: v.nullable(v.string()) });
export type SendRefusal = v.InferOutput<typeof SendRefusal>;

/** The messaging eligibility of a member towards another member. */
export const Correspondence = v.object({
  with: Person,
  /** Null before the first message. */
  conversation: v.nullable(Conversation),
  /** Whether the viewing member has blocked the other. */
  blocked: v.boolean(),
  /** Null when a message can be sent. */
  refusal: v.nullable(SendRefusal),
});
export type Correspondence = v.InferOutput<typeof Correspondence>;

const UpTo = v.object({
  upTo: v.pipe(
    v.number('Send the number of a message.'),
    v.integer(),
    v.minValue(0),
    v.maxValue(Number.MAX_SAFE_INTEGER),
  ),
});

const place = '/user/conversations/:userId' as const;

/** Lists conversations, the latest first, without hidden ones. */
export const listConversations = endpoint('GET', '/user/conversations', {
  query: PageQuery,
  reply: pageOf(Conversation),
  private: true,
  programs: true,
});
export const getCorrespondence = endpoint('GET', place, { reply: Correspondence, private: true, programs: true });
/** Lists newest first; a page shows them oldest first. */
export const listMessages = endpoint('GET', `${place}/messages`, {
  query: PageQuery,
  reply: pageOf(Message),
  private: true,
  programs: true,
});
/** Sends a message, and starts the conversation if there is none. Idempotent by the message's id. */
export const sendMessage = endpoint('POST', `${place}/messages`, {
  action: 'AddConversationMessage',
  body: NewMessage,
  reply: Message,
  private: true,
  programs: true,
});
/** Unread messages of a conversation as of `serverTime` (ISO 8601, UTC); later messages are not counted. */
export const UnreadCount = v.object({ unreadCount: v.number(), serverTime: v.string() });
export type UnreadCount = v.InferOutput<typeof UnreadCount>;
/** Marks the messages as read up to a number. */
export const readConversation = endpoint('PUT', `${place}/read`, {
  body: UpTo,
  reply: UnreadCount,
  private: true,
  programs: true,
});
/** Hides a conversation from the member's list until a message newer than this one arrives. */
export const hideConversation = endpoint('PUT', `${place}/hidden`, {
  body: UpTo,
  reply: v.null(),
  private: true,
  programs: true,
});
/** Unsends a message for both members. */
export const unsendMessage = endpoint('DELETE', messagePath, { reply: v.null(), private: true, programs: true });
/** Hides a message from the member's own view. */
export const hideMessage = endpoint('PUT', `${messagePath}/hidden`, { reply: v.null(), private: true, programs: true });
