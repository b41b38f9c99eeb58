import type { Events } from '#api/platform/events.ts';
import { permitted } from '#contract/may.ts';
import type { Person } from '#contract/people.ts';
import type { MessageStore } from './conversations.messages.store.ts';
import { type MessageRow, membersOf, slotOf } from './conversations.row.ts';
import type { ConversationStore } from './conversations.store.ts';

interface Deps {
  conversations: ConversationStore;
  messages: MessageStore;
  emit: Events['emit'];
}

const statusOf = ({ unsent, removed }: MessageRow) => (unsent ? 'Deleted' : removed ? 'Removed' : 'Active');

/** A message as moderators see it, without its conversation. */
type ModeratedMessage = { id: string; authorId: string; status: ReturnType<typeof statusOf>; text: string };

/** Flagging and moderation of messages. */
export class ModeratedMessages {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Returns the message if this member may flag it. @param by the claimed author @throws not_found, flag.own, gone */
  async flaggable(user: Person, id: string, by = ''): Promise<{ ownerId: string; words: string }> {
    const found = await this.#deps.messages.find(id);
    const message = found && { ...found, members: membersOf(found.conversationId) };
    const { authorId, text } = permitted('message.flag', user, message, { by });
    return { ownerId: authorId, words: text };
  }

  /** Collapses a message for the member who flagged it. */
  async noteFlagged({ id: me }: Person, id: string): Promise<void> {
    const { messages, conversations } = this.#deps;
    await messages.noteFlagged(id, me);
    const message = await messages.find(id);
    if (message) await conversations.noteFlagged(message, me);
  }

  /** Finds messages by id, whatever their status. */
  async ofAnyStatus(ids: string[]): Promise<ModeratedMessage[]> {
    const rows = await this.#deps.messages.byIds(ids);
    return rows.map((row) => ({ id: row._id, authorId: row.authorId, status: statusOf(row), text: row.text }));
  }

  async forModerator(id: string) {
    const { messages, conversations } = this.#deps;
    const message = await messages.find(id);
    const conversation = message && (await conversations.find(message.conversationId));
    if (!message || !conversation) return null;
    const { id: authorId, username } = conversation[slotOf(conversation._id, message.authorId)];
    const reason = message.removedFor ?? '';
    return { name: 'The message', owner: { id: authorId, username }, status: statusOf(message), reason };
  }

  /**
   * Removes a message for both members, or restores it. Idempotent.
   * @throws not_found, moderation.state
   */
  async moderate(id: string, { to, reason }: { to: 'Removed' | 'Active'; reason: string }): Promise<void> {
    const { messages, conversations, emit } = this.#deps;
    const message = permitted('message.moderate', { id: '' }, await messages.find(id));
    const why = to === 'Removed' ? reason : null;
    await messages.noteRemoved(id, why);
    await conversations.noteRemoved(message, why);
    for (const memberId of membersOf(message.conversationId)) await emit({ what: 'conversation.changed', memberId });
  }
}
