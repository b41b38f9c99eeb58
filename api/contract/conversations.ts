import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Id } from './ids.ts';
import { MessageText, messagePath } from './message-text.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';

/** Minutes for which its author may take a message back from both. */
export const unsendMinutes = 15;
/** How many messages a page of a conversation holds unless told otherwise. */
export const messagesPerPage = 50;
/** What somebody must have done to begin a conversation: one of these. */
export const startNeeds = { bikes: 1, comments: 3 } as const;
/** How many conversations somebody may begin. */
export const mostStarts = { day: 3, week: 15 } as const;

const NewMessage = v.object({ id: Id, text: MessageText });
export type NewMessage = v.InferOutput<typeof NewMessage>;

export const Message = v.object({
  id: Id,
  /** Its place in the conversation, from 1, in the order in which they arrived. */
  number: v.number(),
  authorId: Id,
  /** Empty when its author has taken it back, or a moderator away. */
  text: v.string(),
  /** ISO 8601, UTC: when it arrived. */
  at: v.string(),
  unsent: v.boolean(),
  removed: v.boolean(),
  /** Why a moderator has taken it away, for its author. */
  removedFor: v.optional(v.string()),
  /** Whether the member has flagged it. */
  flagged: v.boolean(),
});
export type Message = v.InferOutput<typeof Message>;

/** What two members have written to each other, as one of them sees it in a list. There is one for each pair. */
export const Conversation = v.object({
  id: v.string(),
  with: Person,
  /** How many messages of the other the member has not read. */
  unreadCount: v.number(),
  /** Whether the member has ever written in it. */
  answered: v.boolean(),
  /** Its last message, of a long one the beginning; the text is empty where the member took it out of their view. */
  last: Message,
});
export type Conversation = v.InferOutput<typeof Conversation>;

/** Why a message cannot be sent now. `until`: ISO 8601, when that is over, where it will be. */
export const SendRefusal = v.object({ code: v.string(), message: v.string(), until: v.nullable(v.string()) });
export type SendRefusal = v.InferOutput<typeof SendRefusal>;

/** How a member stands to another one whom they write to. */
export const Correspondence = v.object({
  with: Person,
  /** Null before the first message. */
  conversation: v.nullable(Conversation),
  /** Whether the member has blocked the other. */
  blocked: v.boolean(),
  /** Null where a message can be sent. */
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

/** The latest first; what the member has hidden is not among them. */
export const listConversations = endpoint('GET', '/user/conversations', {
  query: PageQuery,
  reply: pageOf(Conversation),
  private: true,
});
export const getCorrespondence = endpoint('GET', place, { reply: Correspondence, private: true });
/** The newest first; a page shows them oldest first. */
export const listMessages = endpoint('GET', `${place}/messages`, {
  query: PageQuery,
  reply: pageOf(Message),
  private: true,
});
/** Writes to a member, which begins the conversation where there is none. The same id twice is one message. */
export const sendMessage = endpoint('POST', `${place}/messages`, { body: NewMessage, reply: Message, private: true });
/** What is left to read of a conversation, and when that was so (ISO 8601, UTC): what came later is not counted. */
export const Left = v.object({ unreadCount: v.number(), serverTime: v.string() });
export type Left = v.InferOutput<typeof Left>;
/** Notes that the member has read up to a message. */
export const readConversation = endpoint('PUT', `${place}/read`, {
  body: UpTo,
  reply: Left,
  private: true,
});
/** Takes a conversation out of the member's list until there is a message after this one. */
export const hideConversation = endpoint('PUT', `${place}/hidden`, { body: UpTo, reply: v.null(), private: true });
/** Takes a message back from both. */
export const unsendMessage = endpoint('DELETE', messagePath, { reply: v.null(), private: true });
/** Takes a message out of the member's own view. */
export const hideMessage = endpoint('PUT', `${messagePath}/hidden`, { reply: v.null(), private: true });
