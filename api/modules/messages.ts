import type { Db } from 'mongodb';
import { BlockExport } from '#api/features/blocks/blocks.export.ts';
import { blockRoutes } from '#api/features/blocks/blocks.routes.ts';
import { BlockService } from '#api/features/blocks/blocks.service.ts';
import { BlockStore } from '#api/features/blocks/blocks.store.ts';
import { CorrespondentStore } from '#api/features/conversations/conversations.correspondents.store.ts';
import { MessagingEligibility } from '#api/features/conversations/conversations.eligibility.ts';
import { ConversationErasure } from '#api/features/conversations/conversations.erasure.ts';
import { ConversationExport } from '#api/features/conversations/conversations.export.ts';
import { MessageStore } from '#api/features/conversations/conversations.messages.store.ts';
import { ModeratedMessages } from '#api/features/conversations/conversations.moderated.ts';
import { ConversationPeople } from '#api/features/conversations/conversations.people.store.ts';
import { conversationRoutes } from '#api/features/conversations/conversations.routes.ts';
import { pairIdOf } from '#api/features/conversations/conversations.row.ts';
import { ConversationService } from '#api/features/conversations/conversations.service.ts';
import { ConversationStore } from '#api/features/conversations/conversations.store.ts';
import type { JudgedKind } from '#api/features/moderation/moderation.service.ts';
import type { PreferenceStore } from '#api/features/preferences/preferences.store.ts';
import type { MessageJudgement } from '#contract/moderation.ts';
import type { Person } from '#contract/people.ts';
import { type Infrastructure, type Module, minute } from './infrastructure.ts';
import type { MemberStores } from './members.ts';
import type { showcaseModule } from './showcase.ts';

/** The stores of conversations, messages and blocks. */
export function messageStores(db: Db) {
  const [conversations, messages] = [new ConversationStore(db), new MessageStore(db)];
  return {
    conversations,
    messages,
    blocks: new BlockStore(db),
    correspondents: new CorrespondentStore(db),
    judged: new ModeratedMessages({ conversations, messages }),
  };
}

interface Deps {
  stores: ReturnType<typeof messageStores>;
  people: Pick<MemberStores['people'], 'here'>;
  preferences: Pick<PreferenceStore, 'conversationsFrom'>;
  showcase: Pick<ReturnType<typeof showcaseModule>, 'bikes' | 'comments' | 'tell' | 'unlike'>;
}

/** Messages and blocks between members. */
export function messagesModule({ db, jobs, now }: Infrastructure, { stores, people, preferences, showcase }: Deps) {
  const { blocks, conversations, messages, correspondents, judged } = stores;
  const { bikes, comments, tell, unlike } = showcase;
  const memberHere = (id: string) => people.here(id);
  const blockersAmong = (one: string, other: string) => blocks.among(one, other);
  const standings = new MessagingEligibility({
    conversations,
    correspondents,
    memberHere,
    now,
    takersOf: (id) => preferences.conversationsFrom(id),
    hasBike: (id) => bikes.hasActive(id),
    hasComments: (id, least) => comments.hasShown(id, least),
    blockersAmong,
  });
  const service = new ConversationService({ conversations, messages, standings, blockersAmong, tell, now });
  const blocking = new BlockService({
    blocks,
    memberHere,
    jobs,
    now,
    unmark: unlike,
    noteApart: (blockerId, blockedId, on) => conversations.noteApart(pairIdOf(blockerId, blockedId), blockerId, on),
  });
  return {
    copies: [new ConversationPeople(db), blocks],
    erasures: [
      new ConversationErasure({ conversations, messages, correspondents }),
      { erase: ({ id }: Pick<Person, 'id'>) => blocks.eraseOf(id) },
    ],
    exported: {
      messages: new ConversationExport({ conversations, messages }),
      blocked: new BlockExport(blocks),
    },
    /** Messages, as moderators judge them. */
    judged: {
      judged: (id) => judged.judged(id),
      judge: (id, decision) => judged.judge(id, decision, tell),
    } satisfies JudgedKind<MessageJudgement['status']>,
    greet: service.greet.bind(service),
    indexed: [blocks, conversations, messages],
    mount(api, guards) {
      api
        .route('/', conversationRoutes({ conversations: service, standings }, guards))
        .route('/', blockRoutes(blocking, guards));
    },
    begin() {
      jobs.every(minute, 'blocks', (stopping) => blocking.sweep(stopping));
    },
  } satisfies Module & Record<string, unknown>;
}
