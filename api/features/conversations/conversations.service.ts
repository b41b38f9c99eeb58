import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import type { Writer } from '#api/platform/http/kit.ts';
import { KeyedMutex } from '#api/platform/keyed-mutex.ts';
import type { BikeCard } from '#contract/bikes.ts';
import {
  type Conversation,
  goneBike,
  type Message,
  messageBikeOf,
  messagesPerPage,
  type NewMessage,
  type UnreadCount,
} from '#contract/conversations.ts';
import { linkProblem } from '#contract/links-elsewhere.ts';
import { permitted } from '#contract/may.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import { deletedMember, type Person } from '#contract/people.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import type { MessagingEligibility } from './conversations.eligibility.ts';
import type { MessageStore } from './conversations.messages.store.ts';
import {
  type ConversationRow,
  type MessageRow,
  membersOf,
  otherOf,
  otherThan,
  pairIdOf,
  slotOf,
  toMessage,
  unreadOf,
} from './conversations.row.ts';
import type { ConversationStore } from './conversations.store.ts';

interface Deps {
  conversations: ConversationStore;
  messages: MessageStore;
  eligibility: MessagingEligibility;
  /** Which of two members have blocked the other. */
  blockersBetween(one: string, other: string): Promise<string[]>;
  /** The cards of the public bikes among `ids`. */
  cardsOf(ids: string[]): Promise<Map<string, BikeCard>>;
  emit: Events['emit'];
  now: Now;
  /** The site's public origin. */
  origin: string;
}

const listLength = 50;
/** Retries when another process is faster. */
const maxTries = 20;
const busy = () => new Problem('unavailable', { details: { retryAfter: 1 } });

/**
 * Sends and reads messages. A message is first inserted with the next number of its conversation; then the
 * conversation's summary takes it in. If a crash comes between, the next request takes it in: a retry of the sender,
 * the next message or a reader.
 */
export class ConversationService {
  readonly #deps: Deps;
  readonly #mutex = new KeyedMutex();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  list(me: Person, { cursor, limit = listLength }: PageQuery): Promise<Page<Conversation>> {
    return this.#deps.conversations.of(me.id, limit, cursor);
  }

  async messages(me: Person, otherId: string, { cursor, limit = messagesPerPage }: PageQuery): Promise<Page<Message>> {
    const page = await this.#deps.messages.of(pairIdOf(me.id, otherId), me.id, limit, cursor);
    return { ...page, items: await this.#withBikes(page.items, [me.id, otherId]) };
  }

  /** Reads the bikes that messages are about as they are now: one may have been deleted or hidden since. */
  async #withBikes(messages: readonly Message[], memberIds: readonly string[]): Promise<Message[]> {
    const ids = [...new Set(messages.flatMap(({ bike }) => bike?.id ?? []))];
    if (ids.length === 0) return [...messages];
    const cards = await this.#deps.cardsOf(ids);
    return messages.map(({ bike, ...message }) => {
      if (!bike) return message;
      const card = cards.get(bike.id);
      return { ...message, bike: (card && messageBikeOf(card, memberIds)) ?? goneBike(bike.id) };
    });
  }

  /**
   * Sends a message. A message with the same id by the same author is returned as it is.
   * @throws not_found, message.self, message.left, message.blocked, message.refused, message.newcomer, message.starts,
   * posting.held, message.exists, unavailable; FieldsRefused for a link that the sender may not post yet
   */
  send(me: Writer, otherId: string, message: NewMessage): Promise<Message> {
    const conversationId = pairIdOf(me.id, otherId);
    // Serialized per conversation: parallel sends would only contend for the next number.
    return this.#mutex.run(conversationId, () => this.#send(me, otherId, conversationId, message));
  }

  async #send(me: Writer, otherId: string, conversationId: string, message: NewMessage): Promise<Message> {
    const { eligibility, messages, now } = this.#deps;
    const { id, text, bikeId } = message;
    const link = linkProblem(text, me.newUntil !== null, this.#deps.origin);
    if (link && !(await messages.find(id))) throw new FieldsRefused({ text: [link] });
    const slot = slotOf(conversationId, me.id);
    const card = bikeId && (await this.#deps.cardsOf([bikeId])).get(bikeId);
    const bike = bikeId && ((card && messageBikeOf(card, [me.id, otherId])) || goneBike(bikeId));
    const content = bike ? { text, bike: { id: bike.id, slug: bike.slug, title: bike.title } } : { text };
    for (let i = 0; i < maxTries; i++) {
      const found = await eligibility.toSend(me, otherId).catch((refusal: unknown) => ({ refusal }));
      if ('refusal' in found) {
        // A message that has arrived stays, even if sending is no longer allowed.
        const stored = await messages.find(id);
        if (stored) return this.#finishStored(me, stored, conversationId, [me]);
        throw found.refusal;
      }
      const { row, person } = found;
      const people = [me, person];
      const place = { number: (row?.seq ?? 0) + 1, nth: (row?.[slot].sent ?? 0) + 1 };
      const fields = { _id: id, conversationId, authorId: me.id, at: now(), unsent: false, hiddenFor: [] };
      const added = await messages.add({ ...fields, ...content, ...place });
      if (added.what === 'added') return this.#finish(added.message, people);
      if (added.what === 'stored') return this.#finishStored(me, added.message, conversationId, people);
      await this.#takeInUpTo(conversationId, place.number, people);
    }
    throw busy();
  }

  /** Begins a conversation with a member who has none with the sender, without the usual limits. */
  welcome(sender: Person, reader: Person, { id, text }: NewMessage): Promise<void> {
    const conversationId = pairIdOf(sender.id, reader.id);
    return this.#mutex.run(conversationId, async () => {
      const { messages, now } = this.#deps;
      if (await messages.at(conversationId, 1)) return;
      const fields = { _id: id, conversationId, authorId: sender.id, text, at: now(), unsent: false, hiddenFor: [] };
      const added = await messages.add({ ...fields, number: 1, nth: 1 });
      if (added.what === 'added') await this.#finish(added.message, [sender, reader]);
    });
  }

  #finishStored(me: Person, stored: MessageRow, conversationId: string, people: readonly Person[]): Promise<Message> {
    return this.#finish(permitted('message.repeat', me, stored, { conversationId }), people);
  }

  /** Takes an inserted message into the summary. Idempotent. */
  async #finish(message: MessageRow, people: readonly Person[]): Promise<Message> {
    const { conversations } = this.#deps;
    const { conversationId, number, authorId } = message;
    if (number === 1 || !(await conversations.takeIn(message))) await this.#takeInUpTo(conversationId, number, people);
    await this.#emitChange(otherOf(conversationId, authorId));
    const [sent = toMessage(message, authorId)] = await this.#withBikes(
      [toMessage(message, authorId)],
      membersOf(conversationId),
    );
    return sent;
  }

  /** Takes all pending messages up to a number into the summary. */
  async #takeInUpTo(conversationId: string, number: number, people: readonly Person[]): Promise<void> {
    const { conversations, messages } = this.#deps;
    for (let row = await conversations.find(conversationId); ; row = await conversations.find(conversationId)) {
      const next = (row?.seq ?? 0) + 1;
      const message = next <= number ? await messages.at(conversationId, next) : null;
      if (!message) return;
      if (row) await conversations.takeIn(message);
      else await this.#begin(message, peopleOf(conversationId, people));
    }
  }

  async #begin(message: MessageRow, people: [Person, Person]): Promise<void> {
    const { conversations, messages, blockersBetween } = this.#deps;
    await conversations.begin(message, people);
    // It may have been unsent, or one of them have blocked the other, before there was a conversation to record it on.
    const stored = await messages.find(message._id);
    if (stored?.unsent) await conversations.noteUnsent(stored);
    const [one, other] = people;
    for (const id of await blockersBetween(one.id, other.id))
      await conversations.noteBlocked(message.conversationId, id, true);
  }

  /** Marks messages up to a number as read. Returns how many are left. @throws unavailable */
  async read(me: Person, otherId: string, upTo: number): Promise<UnreadCount> {
    const left = (unreadCount: number) => ({ unreadCount, serverTime: this.#deps.now().toISOString() });
    for (let i = 0; i < maxTries; i++) {
      const row = await this.#upToDate(me, otherId, upTo);
      if (!row) return left(0);
      const count = await this.#readIn(row, me, otherId, upTo);
      if (count !== null) return left(count);
    }
    throw busy();
  }

  /** Returns how many are left to read; null if a message came meanwhile. */
  async #readIn(row: ConversationRow, me: Person, otherId: string, upTo: number): Promise<number | null> {
    const { conversations, messages } = this.#deps;
    const slot = slotOf(row._id, me.id);
    const read = upTo >= row.seq ? row[otherThan(slot)].sent : await messages.sentUpTo(row._id, otherId, upTo);
    const left = unreadOf(row, me.id, Math.max(read, row[slot].read));
    if (row.unreadBy.includes(me.id)) {
      if (!(await conversations.noteRead(row, me.id, read))) return null;
      await this.#emitChange(me.id);
    }
    return left;
  }

  async #upToDate(me: Person, otherId: string, upTo: number): Promise<ConversationRow | null> {
    const { conversations } = this.#deps;
    const conversationId = pairIdOf(me.id, otherId);
    const row = await conversations.find(conversationId);
    if (!row || upTo <= row.seq) return row;
    await this.#takeInUpTo(conversationId, upTo, [me]);
    return conversations.find(conversationId);
  }

  /**
   * Hides a conversation from a member's list and marks it as read, unless there is a newer message.
   * @throws unavailable
   */
  async hide(me: Person, otherId: string, upTo: number): Promise<void> {
    for (let i = 0; i < maxTries; i++) {
      const row = await this.#upToDate(me, otherId, upTo);
      if (!row || row.seq > upTo) return;
      const isRead = (await this.#readIn(row, me, otherId, upTo)) !== null;
      if (isRead && (await this.#deps.conversations.leaveList(row, me.id))) return;
    }
    throw busy();
  }

  /** Unsends a message for both members. @throws not_found, forbidden, message.too_late */
  async unsend(me: Person, id: string): Promise<void> {
    const { conversations, messages, now } = this.#deps;
    const message = permitted('message.unsend', me, await this.#seen(id), { at: now().getTime() });
    const otherId = otherOf(message.conversationId, message.authorId);
    await messages.unsend(id);
    // A process that has read the text before cannot take it in any more.
    await this.#upToDate(me, otherId, message.number);
    await conversations.noteUnsent(message);
    await this.#emitChange(otherId);
  }

  /** Hides a message from its reader. @throws not_found */
  async hideMessage(me: Person, id: string): Promise<void> {
    const message = permitted('message.see', me, await this.#seen(id));
    await this.#deps.messages.hide(id, me.id);
    await this.#upToDate(me, otherOf(message.conversationId, me.id), message.number);
    await this.#deps.conversations.noteHidden(message, me.id);
  }

  /** A message with the members who can see it. */
  async #seen(id: string): Promise<(MessageRow & { members: string[] }) | null> {
    const message = await this.#deps.messages.find(id);
    return message && { ...message, members: membersOf(message.conversationId) };
  }

  #emitChange(memberId: string): Promise<void> {
    return this.#deps.emit({ what: 'conversation.changed', memberId });
  }
}

/** The members of a conversation; one who is not known has left. */
function peopleOf(conversationId: string, known: readonly Person[]): [Person, Person] {
  const [a, b] = membersOf(conversationId).map(
    (id) => known.find((person) => person.id === id) ?? { id, username: deletedMember, avatar: '' },
  );
  if (!a || !b) throw new Error(`${conversationId} is no pair.`);
  return [a, b];
}
