import { type Eraser, emptied } from '#api/platform/erasers.ts';
import type { CorrespondentStore } from './conversations.correspondents.store.ts';
import type { MessageStore } from './conversations.messages.store.ts';
import type { ConversationStore } from './conversations.store.ts';

interface Deps {
  conversations: ConversationStore;
  messages: MessageStore;
  correspondents: CorrespondentStore;
}

const batchSize = 100;

/** Erases a member's conversations: the other member keeps them, and those that neither has any more are deleted. */
export const conversationEraser = ({ conversations, messages, correspondents }: Deps): Eraser => ({
  async erase({ id }, stopping) {
    await emptied(
      async () => (await conversations.someOf(id, batchSize)).map((row) => ({ id: row._id, heldBy: row.heldBy })),
      async (conversation) => {
        // Delete the messages first: after a crash the conversation still leads to them.
        if (conversation.heldBy.length > 1) return conversations.takeFrom(conversation.id, id);
        await messages.eraseIn(conversation.id);
        await conversations.erase(conversation.id);
      },
      stopping,
    );
    if (!stopping.aborted) await correspondents.eraseOf(id);
  },
});
