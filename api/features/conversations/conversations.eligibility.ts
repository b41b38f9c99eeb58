import type { Now } from '#api/platform/clock.ts';
import type { Writer } from '#api/platform/http/kit.ts';
import type { Correspondence, SendRefusal } from '#contract/conversations.ts';
import { permitted, refusal } from '#contract/may.ts';
import type { Person } from '#contract/people.ts';
import type { MessageChoice } from '#contract/preferences.ts';
import type { ProblemCode } from '#contract/problems.ts';
import { Problem, problems } from '#contract/problems.ts';
import { t } from '#contract/texts.ts';
import { newMemberDays, startRequirements, trustRules } from '#contract/trust.ts';
import type { CorrespondentStore } from './conversations.correspondents.store.ts';
import { type ConversationRow, otherThan, pairIdOf, slotOf, toConversation } from './conversations.row.ts';
import type { ConversationStore } from './conversations.store.ts';

interface Deps {
  conversations: ConversationStore;
  correspondents: CorrespondentStore;
  /** The member's choice of who may begin a conversation with them. */
  takersOf(id: string): Promise<MessageChoice>;
  /** A member as others see them; null if they are not here. */
  memberHere(id: string): Promise<Person | null>;
  /** Whether the member has a public bike. */
  hasBike(id: string): Promise<boolean>;
  /** Whether the member has at least this many visible comments. */
  hasComments(id: string, min: number): Promise<boolean>;
  /** Which of two members have blocked the other. */
  blockersBetween(one: string, other: string): Promise<string[]>;
  /** Counts the conversations that new members start with one member in a day. */
  fromNewMembers: {
    waitFor(memberId: string, conversationId: string): Promise<Date | null>;
    note(memberId: string, conversationId: string): Promise<Date | null>;
  };
  now: Now;
}

type Sending = { row: ConversationRow | null; person: Person };
type RecipientState = {
  id: string;
  here: boolean;
  /** Whether the two have a conversation. */
  known: boolean;
  blockers: string[];
  /**
   * `takes`: whether the other accepts a first message from this member. `mayStart`: whether this member may begin
   * conversations at all.
   */
  takes: boolean;
  mayStart: boolean;
};

/** Messages that contain the other member's name. */
const naming: Partial<Record<ProblemCode, (name: string) => string>> = {
  'message.refused': (name) => t`${name} isn't accepting new messages.`,
  'message.blocked': (name) => t`You have blocked ${name}. Unblock them to write.`,
};
const sentenceOf = (code: ProblemCode, { username }: Person): string =>
  naming[code]?.(username) ?? problems[code].message;

/** Why a conversation cannot be started yet, and until when. */
type Wait = { message: string; until: Date };

function newMemberStarts(): string {
  const { day, week } = trustRules.newMember.starts;
  return t`Conversations that you can start in your first ${newMemberDays} days: ${day} a day, ${week} a week.`;
}

function startsProblem({ message, until }: Wait, now: Date): Problem {
  const retryAfter = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  return new Problem('message.starts', { message, details: { retryAfter, until: until.toISOString() } });
}

/** Decides whether a member may message another one. */
export class MessagingEligibility {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async #stateOf(me: Person, otherId: string): Promise<Sending & { state: RecipientState }> {
    const { conversations, memberHere, blockersBetween } = this.#deps;
    const conversationId = pairIdOf(me.id, otherId);
    const row = await conversations.find(conversationId);
    if (row) {
      const { id, username, avatar, gone } = row[otherThan(slotOf(conversationId, me.id))];
      const state = { id, here: !gone, known: true, blockers: row.apart, takes: true, mayStart: true };
      return { row, person: { id, username, avatar }, state };
    }
    const [person, blockers, starting] = await Promise.all([
      memberHere(otherId),
      blockersBetween(me.id, otherId),
      this.#starting(me, otherId),
    ]);
    if (!person) throw new Problem('not_found');
    return { row, person, state: { id: person.id, here: true, known: false, blockers, ...starting } };
  }

  async #starting(me: Person, otherId: string): Promise<Pick<RecipientState, 'takes' | 'mayStart'>> {
    const { takersOf, hasBike, hasComments } = this.#deps;
    const [choice, rides, talks] = await Promise.all([
      takersOf(otherId),
      hasBike(me.id),
      hasComments(me.id, startRequirements.comments),
    ]);
    return { takes: choice === 'Everyone' || (choice === 'Bike owners' && rides), mayStart: rides || talks };
  }

  /**
   * Checks that a message may be sent, and records the start of a new conversation.
   * @throws not_found, message.self, message.left, message.blocked, message.refused, message.newcomer, message.starts,
   * posting.held
   */
  async toSend(me: Writer, otherId: string): Promise<Sending> {
    const { now } = this.#deps;
    const { row, person, state } = await this.#stateOf(me, otherId);
    const code = refusal('message.send', me, state);
    if (code) throw new Problem(code, { message: sentenceOf(code, person) });
    if (!row) {
      const wait = await this.#start(me, person);
      if (wait) throw startsProblem(wait, now());
    }
    return { row, person };
  }

  /** Why a member may not start a conversation yet; null if they may. */
  async #waitFor(me: Writer, person: Person): Promise<Wait | null> {
    const { correspondents, fromNewMembers, now } = this.#deps;
    const [id, isNew] = [pairIdOf(me.id, person.id), me.newUntil !== null];
    const own = await correspondents.waitFor(me.id, id, isNew, now());
    if (own) return this.#ownWait(own, isNew);
    const until = isNew ? await fromNewMembers.waitFor(person.id, id) : null;
    return until && this.#crowded(person, until);
  }

  /** Records the start of a conversation. Returns why it may not start yet; null if it may. */
  async #start(me: Writer, person: Person): Promise<Wait | null> {
    const { correspondents, fromNewMembers, now } = this.#deps;
    const [id, isNew] = [pairIdOf(me.id, person.id), me.newUntil !== null];
    const crowded = isNew ? await fromNewMembers.waitFor(person.id, id) : null;
    if (crowded) return this.#crowded(person, crowded);
    const own = await correspondents.noteStart(me.id, id, isNew, now());
    if (own) return this.#ownWait(own, isNew);
    const until = isNew ? await fromNewMembers.note(person.id, id) : null;
    return until && this.#crowded(person, until);
  }

  #ownWait(until: Date, isNew: boolean): Wait {
    return { message: isNew ? newMemberStarts() : problems['message.starts'].message, until };
  }

  #crowded({ username }: Person, until: Date): Wait {
    return { message: t`Many new members have written to ${username} today.`, until };
  }

  /** The state between a member and another one. @throws not_found */
  async of(me: Writer, otherId: string): Promise<Correspondence> {
    const { row, person, state } = await this.#stateOf(me, otherId);
    permitted('member.meet', me, state);
    return {
      with: person,
      conversation: row && toConversation(row, me.id),
      blocked: state.blockers.includes(me.id),
      refusal: await this.#refusal(me, person, state),
    };
  }

  async #refusal(me: Writer, person: Person, state: RecipientState): Promise<SendRefusal | null> {
    const code = refusal('message.send', me, state);
    if (code) return { code, message: sentenceOf(code, person), until: null };
    const wait = state.known ? null : await this.#waitFor(me, person);
    return wait && { code: 'message.starts', message: wait.message, until: wait.until.toISOString() };
  }
}
