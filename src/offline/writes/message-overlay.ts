import type { AuthUser } from '#contract/auth.ts';
import type { Conversation, Correspondence, Message } from '#contract/conversations.ts';
import type { Id } from '#contract/ids.ts';
import type { OutboxRow } from '../rows.ts';
import { latestRow, type Waiting, waitingOf } from '../waiting.ts';
import { blockedRefusal, messagePartOf, readPartOf } from './message-rows.ts';
import { messageOf, messageWrites } from './messages.ts';

/** `mine`: the member has written it. */
export type ShownMessage = Message & { mine: boolean; waiting: Waiting | null };
/** `mine`: the member has written its last message. `waiting`: how that stands, where it has not arrived. */
export type ShownConversation = Conversation & { mine: boolean; waiting: Waiting | null };

/** Behind everything that has arrived. */
const last = Number.MAX_SAFE_INTEGER;

const about = (otherId: Id, rows: readonly OutboxRow[]): OutboxRow[] =>
  rows.filter(({ subject }) => subject.kind === 'person' && subject.id === otherId);

const sentBy = (row: OutboxRow, rows: readonly OutboxRow[], me: AuthUser): ShownMessage => ({
  ...{ id: row.targetId, number: last, authorId: me.id, text: messageOf(row) },
  ...{ unsent: false, removed: false, flagged: false },
  at: new Date(row.createdAt).toISOString(),
  mine: true,
  waiting: waitingOf(row, rows, messageWrites['message.send']),
});

/** What two members have written, the oldest first, with what the outbox adds and takes away. */
export function overlayMessages(
  otherId: Id,
  messages: readonly Message[],
  rows: readonly OutboxRow[],
  me: AuthUser,
): ShownMessage[] {
  const shown = new Map<Id, ShownMessage>();
  for (const message of messages.toReversed())
    shown.set(message.id, { ...message, mine: message.authorId === me.id, waiting: null });
  for (const row of about(otherId, rows)) {
    const known = shown.get(row.targetId);
    if (row.kind === 'message.send' && !known) shown.set(row.targetId, sentBy(row, rows, me));
    if (row.state === 'failed' || !known) continue;
    if (row.kind === 'message.unsend') shown.set(known.id, { ...known, text: '', unsent: true, waiting: null });
    if (row.kind === 'message.hide') shown.delete(known.id);
    if (row.kind === 'flag.message') shown.set(known.id, { ...known, flagged: true });
  }
  return [...shown.values()];
}

/** How much of a conversation is left to read when what was read here has arrived. */
function unreadAfter({ unreadCount, last: { number } }: Conversation, rows: readonly OutboxRow[]): number {
  const row = rows.findLast(({ kind }) => kind === 'conversation.read');
  if (!row) return unreadCount;
  const { upTo, count } = readPartOf(row);
  return number <= upTo ? 0 : Math.max(0, unreadCount - count);
}

const upToOf = ({ body }: OutboxRow): number => (body as { upTo: number }).upTo;

/** A conversation as its member's waiting rows will make it; null where they hide it. */
function overlayOne(
  conversation: Conversation,
  rows: readonly OutboxRow[],
  all: readonly OutboxRow[],
  me: AuthUser,
): ShownConversation | null {
  const sent = rows.findLast(({ kind }) => kind === 'message.send');
  const hidden = latestRow(rows, ['conversation.hide'], conversation.with.id);
  const isHidden = hidden && hidden.state !== 'failed' && conversation.last.number <= upToOf(hidden);
  if (isHidden && (!sent || sent.seq < hidden.seq)) return null;
  const unreadCount = unreadAfter(conversation, rows);
  if (sent) {
    const { waiting, mine, ...message } = sentBy(sent, all, me);
    return { ...conversation, unreadCount, answered: true, last: message, mine, waiting };
  }
  const own = rows.filter(({ targetId, state }) => targetId === conversation.last.id && state !== 'failed');
  const goes = own.find(({ kind }) => kind !== 'flag.message');
  const gone = {
    ...(goes && { text: '', unsent: conversation.last.unsent || goes.kind === 'message.unsend' }),
    ...(own.some(({ kind }) => kind === 'flag.message') && { flagged: true }),
  };
  const mine = conversation.last.authorId === me.id;
  return { ...conversation, unreadCount, last: { ...conversation.last, ...gone }, mine, waiting: null };
}

/** The conversation that waiting messages begin. */
const begunBy = (row: OutboxRow, me: AuthUser): Conversation => {
  const { person } = messagePartOf(row);
  const { waiting: _, mine: __, ...message } = sentBy(row, [], me);
  return { id: `${me.id}:${person.id}`, with: person, unreadCount: 0, answered: true, last: message };
};

/** A member's conversations, the latest first, with what waits. */
export function overlayConversations(
  conversations: readonly Conversation[],
  rows: readonly OutboxRow[],
  me: AuthUser,
): ShownConversation[] {
  const known = new Set(conversations.map((one) => one.with.id));
  const sending = rows.filter((row) => row.kind === 'message.send' && !known.has(row.subject.id));
  const begun = new Map(sending.map((row) => [row.subject.id, begunBy(row, me)]));
  return [...begun.values(), ...conversations]
    .flatMap((one) => overlayOne(one, about(one.with.id, rows), rows, me) ?? [])
    .sort((a, b) => (a.last.at < b.last.at ? 1 : -1));
}

/** How two members stand to each other when what waits has arrived. */
export function overlayCorrespondence(
  correspondence: Correspondence,
  all: readonly OutboxRow[],
  me: AuthUser,
): Correspondence {
  const otherId = correspondence.with.id;
  const rows = about(otherId, all);
  const known = correspondence.conversation;
  const sent = rows.find(({ kind }) => kind === 'message.send');
  const conversation = known ? (overlayOne(known, rows, all, me) ?? known) : sent ? begunBy(sent, me) : null;
  const row = rows.findLast(
    ({ kind, state }) => (kind === 'member.block' || kind === 'member.unblock') && state !== 'failed',
  );
  if (!row) return { ...correspondence, conversation };
  const blocked = row.kind === 'member.block';
  const own = correspondence.refusal?.code === 'message.blocked';
  const refused = blocked ? blockedRefusal(correspondence.with) : null;
  return { ...correspondence, conversation, blocked, refusal: blocked || own ? refused : correspondence.refusal };
}
