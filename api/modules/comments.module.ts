import { BlockStore } from '#api/features/blocks/blocks.store.ts';
import { commentAlerts, mentionAlerts } from '#api/features/comments/comments.alerts.ts';
import { CommentAuthors } from '#api/features/comments/comments.authors.store.ts';
import { Commenters } from '#api/features/comments/comments.commenters.store.ts';
import { CommentCounts } from '#api/features/comments/comments.counts.store.ts';
import { commentEraser } from '#api/features/comments/comments.erasure.ts';
import { memberRoutes } from '#api/features/comments/comments.members.routes.ts';
import { MentionQuota } from '#api/features/comments/comments.mention-quota.ts';
import { CommentMentions } from '#api/features/comments/comments.mentions.ts';
import { commentRoutes } from '#api/features/comments/comments.routes.ts';
import { CommentService } from '#api/features/comments/comments.service.ts';
import { CommentStore } from '#api/features/comments/comments.store.ts';
import { ConversationStore } from '#api/features/conversations/conversations.store.ts';
import { moderationAlerts } from '#api/features/moderation/moderation.alerts.ts';
import { listExporter } from '#api/platform/exporters.ts';
import { getComment, listComments } from '#contract/comments.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { BikesModule } from './bikes.module.ts';
import { any, routeOf, theBike, those } from './cache-dependencies.ts';
import type { Infrastructure } from './infrastructure.ts';
import { type Module, minute } from './module.ts';
import type { TrustModule } from './trust.module.ts';
import type { UpdatesModule } from './updates.module.ts';

interface Deps {
  accounts: AccountsModule;
  trust: TrustModule;
  bikes: BikesModule;
  updates: UpdatesModule;
}

/** Comments, and the members that they mention. */
export function commentsModule(
  { db, config, emit, now }: Infrastructure,
  { accounts: { people }, trust, bikes, updates }: Deps,
) {
  const store = new CommentStore(db);
  const counts = new CommentCounts(db);
  const blocks = new BlockStore(db);
  const authors = new CommentAuthors(db);
  const conversations = new ConversationStore(db);
  const ownerOf = async (bikeId: string) => (await bikes.counters.find(bikeId))?.ownerId ?? null;
  const quota = new MentionQuota({
    comments: store,
    ownerOf,
    isNew: async (id) => (await trust.newAmong([id])).has(id),
    mayAlert: async (memberId, authorId) => !(await trust.store.note(memberId, 'mentions', authorId, now())),
    correspondentsOf: (id, among) => conversations.correspondentsOf(id, among),
    now,
  });
  const mentions = new CommentMentions({
    comments: store,
    quota,
    emit,
    membersNamed: (keys) => people.named(keys),
    ownerOf,
    blockedPairs: (pairs) => blocks.blockedPairs(pairs),
  });
  const service = new CommentService({
    comments: store,
    mentions,
    hasUpdate: (bikeId, updateId) => updates.store.has(bikeId, updateId),
    closeComments: (bikeId, closed) => bikes.store.closeComments(bikeId, closed),
    titleOf: async (bikeId) => (await bikes.statuses.forModerator(bikeId))?.bike.title ?? null,
    emit,
    now,
    bikeOf: bikes.counting('comments', counts),
    assertVisible: (bikeId) => bikes.service.get(bikeId),
    origin: config.publicOrigin,
  });
  return {
    cacheDependencies: {
      [routeOf(listComments)]: [theBike, those('comments', 'bikeId', 'bikeId')],
      [routeOf(getComment)]: [any('bikes'), any('comments')],
    },
    store,
    service,
    commenters: new Commenters(db),
    stores: [store, authors, counts],
    alertSources: [
      moderationAlerts({
        type: 'commentStatus',
        decided: 'comment.judged',
        noticesOf: (ids) => store.moderationNotices(ids),
      }),
      commentAlerts(store, (bikeIds) => updates.store.titlesOf(bikeIds)),
      mentionAlerts(store),
    ],
    denormalizedAuthors: [authors],
    contentErasers: [commentEraser(store, service)],
    exporters: { comments: listExporter('comments.json', store) },
    async handle(events) {
      for (const event of events) if (event.what === 'bike.erased') await store.eraseOn(event.bikeId);
    },
    mount(api, guards) {
      api.route('/', commentRoutes(service, guards)).route(
        '/',
        memberRoutes((typed, limit) => people.called(typed, limit), guards),
      );
    },
    schedule: [{ name: 'mentions', every: minute, run: (stopping) => mentions.sweep(stopping) }],
  } satisfies Module & Record<string, unknown>;
}
export type CommentsModule = ReturnType<typeof commentsModule>;
