import { type CountedExporter, listExporter } from '#api/platform/exporters.ts';
import type { MessageStore } from './conversations.messages.store.ts';
import { otherThan, slotOf } from './conversations.row.ts';
import type { ConversationStore } from './conversations.store.ts';

interface Deps {
  conversations: ConversationStore;
  messages: MessageStore;
}

/** Exports all messages in a member's conversations. */
export const conversationExporter = ({ conversations, messages }: Deps): CountedExporter =>
  listExporter('messages.json', {
    count: (me) => conversations.countOf(me),
    async *allOf(me) {
      for await (const row of conversations.allOf(me)) {
        const { id, username } = row[otherThan(slotOf(row._id, me))];
        for await (const { number: _, ...message } of messages.allOf(row._id, me))
          yield { with: { id, username }, ...message };
      }
    },
  });
