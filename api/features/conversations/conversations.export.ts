import { type ExportedFile, type Exporter, jsonList } from '#api/platform/exporters.ts';
import type { Person } from '#contract/people.ts';
import type { MessageStore } from './conversations.messages.store.ts';
import { otherThan, slotOf } from './conversations.row.ts';
import type { ConversationStore } from './conversations.store.ts';

interface Deps {
  conversations: ConversationStore;
  messages: MessageStore;
}

/** Exports all messages in a member's conversations. */
export class ConversationExport implements Exporter {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  count({ id }: Pick<Person, 'id'>): Promise<number> {
    return this.#deps.conversations.countOf(id);
  }

  async *#all(me: string): AsyncIterable<unknown> {
    const { conversations, messages } = this.#deps;
    for await (const row of conversations.allOf(me)) {
      const { id, username } = row[otherThan(slotOf(row._id, me))];
      for await (const { number: _, ...message } of messages.allOf(row._id, me))
        yield { with: { id, username }, ...message };
    }
  }

  async *files({ id }: Pick<Person, 'id'>): AsyncIterable<ExportedFile> {
    yield { name: 'messages.json', content: jsonList(this.#all(id)) };
  }
}
