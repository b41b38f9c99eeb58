import { BlockStore } from '#api/features/blocks/blocks.store.ts';
import { ConversationAuthors } from '#api/features/conversations/conversations.authors.store.ts';
import { CorrespondentStore } from '#api/features/conversations/conversations.correspondents.store.ts';
import { MessagingEligibility } from '#api/features/conversations/conversations.eligibility.ts';
import { conversationEraser } from '#api/features/conversations/conversations.erasure.ts';
import { conversationExporter } from '#api/features/conversations/conversations.export.ts';
import { MessageStore } from '#api/features/conversations/conversations.messages.store.ts';
import { ModeratedMessages } from '#api/features/conversations/conversations.moderated.ts';
import { conversationRoutes } from '#api/features/conversations/conversations.routes.ts';
import { ConversationService } from '#api/features/conversations/conversations.service.ts';
import { ConversationStore } from '#api/features/conversations/conversations.store.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { BikesModule } from './bikes.module.ts';
import type { CommentsModule } from './comments.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module } from './module.ts';
import type { PreferencesModule } from './preferences.module.ts';
import type { TrustModule } from './trust.module.ts';

interface Deps {
  accounts: AccountsModule;
  trust: TrustModule;
  preferences: PreferencesModule;
  bikes: BikesModule;
  comments: CommentsModule;
}

/** Messages between members. */
export function conversationsModule(
  { db, config, emit, now }: Infrastructure,
  { accounts, trust, preferences, bikes, comments }: Deps,
) {
  const conversations = new ConversationStore(db);
  const messages = new MessageStore(db);
  const correspondents = new CorrespondentStore(db);
  const blocks = new BlockStore(db);
  const blockersBetween = (one: string, other: string) => blocks.blockersBetween(one, other);
  const eligibility = new MessagingEligibility({
    conversations,
    correspondents,
    memberHere: (id) => accounts.people.here(id),
    now,
    takersOf: (id) => preferences.store.conversationsFrom(id),
    hasBike: (id) => bikes.store.hasActive(id),
    hasComments: (id, min) => comments.store.hasShown(id, min),
    blockersBetween,
    fromNewMembers: {
      waitFor: (memberId, id) => trust.store.waitFor(memberId, 'conversations', id, now()),
      note: (memberId, id) => trust.store.note(memberId, 'conversations', id, now()),
    },
  });
  const service = new ConversationService({
    conversations,
    messages,
    eligibility,
    blockersBetween,
    cardsOf: (ids) => bikes.byIds.cards(ids),
    emit,
    now,
    origin: config.publicOrigin,
  });
  return {
    store: conversations,
    service,
    moderated: new ModeratedMessages({ conversations, messages, emit }),
    stores: [conversations, messages, correspondents],
    privateCollections: ['conversations', 'messages', 'correspondents'],
    denormalizedAuthors: [new ConversationAuthors(db)],
    contentErasers: [conversationEraser({ conversations, messages, correspondents })],
    exporters: { messages: conversationExporter({ conversations, messages }) },
    mount: (api, guards) => void api.route('/', conversationRoutes({ conversations: service, eligibility }, guards)),
  } satisfies Module & Record<string, unknown>;
}
export type ConversationsModule = ReturnType<typeof conversationsModule>;
