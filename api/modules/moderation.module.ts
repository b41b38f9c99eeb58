import { moderationAlerts } from '#api/features/moderation/moderation.alerts.ts';
import { applicationRoutes } from '#api/features/moderation/moderation.applications.routes.ts';
import { moderationRoutes } from '#api/features/moderation/moderation.routes.ts';
import { ModerationService } from '#api/features/moderation/moderation.service.ts';
import { ActStore } from '#api/features/moderation/moderation.store.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { BikesModule } from './bikes.module.ts';
import type { CommentsModule } from './comments.module.ts';
import type { ConversationsModule } from './conversations.module.ts';
import type { FavoritesModule } from './favorites.module.ts';
import type { FlagsModule } from './flags.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module } from './module.ts';
import type { UpdatesModule } from './updates.module.ts';

interface Deps {
  accounts: AccountsModule;
  bikes: BikesModule;
  updates: UpdatesModule;
  comments: CommentsModule;
  conversations: ConversationsModule;
  favorites: FavoritesModule;
  flags: FlagsModule;
}

/** Moderation of members and of what they post. */
export function moderationModule(
  { db, emit, mailer, jobs, now, log }: Infrastructure,
  { accounts, bikes, updates, comments, conversations, favorites, flags }: Deps,
) {
  const acts = new ActStore(db);
  const service = new ModerationService({
    acts,
    members: accounts.moderated,
    applications: accounts.applications,
    bikes: bikes.statuses,
    updates: updates.service,
    comments: comments.service,
    messages: conversations.moderated,
    lists: {
      moderate: (id, decision) => favorites.moderated.moderate(id, decision),
      async forModerator(id) {
        const list = await favorites.moderated.forModerator(id);
        if (list) return list;
        // The flags on a list that is no longer shared can still be decided.
        const ownerId = await flags.service.ownerOf('List', id);
        const owner = ownerId && (await accounts.people.byIds([ownerId]))[0];
        return owner ? { name: '', owner, status: 'Deleted', reason: '' } : null;
      },
    },
    settleFlags: (type, id, state) => flags.service.settle(type, id, state),
    areFlagsSettled: (type, id, state) => flags.service.areSettled(type, id, state),
    updateAuthor: (id) => accounts.authors.updateNow(id),
    removeComments: (id) => comments.service.removeAllOf(id),
    restoreComments: (id) => comments.service.restoreAllOf(id),
    emit,
    mailer,
    jobs,
    now,
    log,
  });
  return {
    service,
    stores: [acts],
    alertSources: [
      moderationAlerts({
        type: 'updateStatus',
        decided: 'update.removed',
        async noticesOf(ids) {
          const removals = (await acts.removalsOf(ids)).toReversed();
          const latest = new Map(removals.flatMap((act) => (act.update ? [[act.update.id, act]] : [])));
          return [...latest].map(([id, { reason, update }]) => ({
            id,
            status: 'Removed' as const,
            reason,
            fixable: false,
            update,
          }));
        },
      }),
    ],
    privateCollections: ['acts'],
    mount(api, guards) {
      const { applications } = accounts;
      api.route('/', moderationRoutes(service, guards)).route(
        '/',
        applicationRoutes(service, (page) => applications.list(page), guards),
      );
    },
  } satisfies Module & Record<string, unknown>;
}
export type ModerationModule = ReturnType<typeof moderationModule>;
