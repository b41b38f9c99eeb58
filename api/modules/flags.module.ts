import { CaseStore } from '#api/features/flags/flags.cases.store.ts';
import { flagEraser } from '#api/features/flags/flags.erasure.ts';
import { FlagQueue } from '#api/features/flags/flags.queue.ts';
import { flagRoutes } from '#api/features/flags/flags.routes.ts';
import { FlagService } from '#api/features/flags/flags.service.ts';
import { FlagStore } from '#api/features/flags/flags.store.ts';
import { ActStore } from '#api/features/moderation/moderation.store.ts';
import { listExporter } from '#api/platform/exporters.ts';
import { permitted } from '#contract/may.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { BikesModule } from './bikes.module.ts';
import type { CommentsModule } from './comments.module.ts';
import type { ConversationsModule } from './conversations.module.ts';
import type { FavoritesModule } from './favorites.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import { hour, type Module } from './module.ts';
import type { TrustModule } from './trust.module.ts';

interface Deps {
  accounts: AccountsModule;
  trust: TrustModule;
  bikes: BikesModule;
  comments: CommentsModule;
  conversations: ConversationsModule;
  favorites: FavoritesModule;
}

/** Flags: reports by members, and the moderators' queue. */
export function flagsModule(
  { db, signingKeys, emit, now }: Infrastructure,
  { accounts: { people, moderated }, trust, bikes, comments, conversations, favorites }: Deps,
) {
  const flags = new FlagStore(db);
  const cases = new CaseStore(db);
  const acts = new ActStore(db);
  const messages = conversations.moderated;
  const lists = favorites.moderated;
  const memberOf = async (id: string) => {
    const hasPosted = async () => (await comments.store.hasAny(id)) || (await bikes.store.hasPublished(id));
    const [isNew, posted] = await Promise.all([trust.newAmong([id]), hasPosted()]);
    return { isNew: isNew.has(id), hasPosted: posted };
  };
  const service = new FlagService({
    flags,
    cases,
    members: moderated,
    memberOf,
    keys: signingKeys,
    emit,
    now,
    kinds: {
      Post: {
        find: (user, id) => bikes.statuses.flaggable(user, id),
        hide: (id, reason) => bikes.statuses.hide(id, reason),
      },
      Comment: {
        find: (user, id) => comments.service.flaggable(user, id),
        hide: (id, reason) => comments.service.flag(id, reason),
      },
      // Flags alone never hide messages, lists and members: moderators decide.
      Message: {
        find: async (user, id, of) => ({
          ...(await messages.flaggable(user, id, of)),
          bikeId: null,
          correctedAt: null,
        }),
        note: (user, id) => messages.noteFlagged(user, id),
        hide: async () => false,
      },
      List: {
        find: async (user, id) => ({ ...(await lists.flaggable(user, id)), bikeId: null, correctedAt: null }),
        hide: async () => false,
      },
      User: {
        async find(user, id) {
          const { id: ownerId } = permitted('member.flag', user, await people.here(id));
          return { ownerId, bikeId: null, correctedAt: null };
        },
        hide: async () => false,
      },
    },
  });
  const queue = new FlagQueue({
    flags,
    cases,
    bikesOf: (ids) => bikes.byIds.ofAnyStatus(ids),
    partsOf: {
      Comment: async (ids) =>
        (await comments.store.ofAnyStatus(ids)).map(({ id, author, status, text }) => ({
          id,
          owner: author,
          status,
          text,
        })),
      Message: async (ids) => {
        const found = await messages.ofAnyStatus(ids);
        const authors = await people.byIds([...new Set(found.map(({ authorId }) => authorId))]);
        return found.flatMap(({ authorId, ...message }) => {
          const owner = authors.find(({ id }) => id === authorId);
          return owner ? [{ ...message, owner }] : [];
        });
      },
      async List(ids, owners) {
        const shared = new Map((await lists.ofAnyStatus(ids)).map((list) => [list.id, list]));
        const byId = new Map((await people.byIds(owners)).map((person) => [person.id, person]));
        return ids.flatMap((id, i) => {
          const owner = byId.get(owners[i] ?? '');
          // The sharing may have ended: then the words are those that were flagged.
          const { status, text } = shared.get(id) ?? { status: 'Deleted' as const, text: '' };
          return owner ? [{ id, owner, status, text }] : [];
        });
      },
      User: async (ids) =>
        (await people.byIds(ids)).map((owner) => ({ id: owner.id, owner, status: 'Active', text: '' })),
    },
    peopleOf: (ids) => people.byIds(ids),
    accountStatusesOf: (ids) => moderated.statusesOf(ids),
    actsOn: (things) => acts.about(things),
  });
  return {
    service,
    queue,
    stores: [flags, cases],
    privateCollections: ['flags', 'flagCases'],
    erasers: [flagEraser(flags, cases)],
    exporters: { flags: listExporter('flags.json', flags) },
    /** Erases the flags of a bike and of its comments. */
    async handle(events) {
      for (const event of events) {
        if (event.what !== 'bike.erased') continue;
        await flags.eraseOn(event.bikeId);
        await cases.eraseOn(event.bikeId);
      }
    },
    mount: (api, guards) => void api.route('/', flagRoutes(service, queue, guards)),
    queues: [{ name: 'flags', length: () => cases.openCount() }],
    schedule: [{ name: 'networks of flags', every: hour, run: () => service.forgetNetworks() }],
  } satisfies Module & Record<string, unknown>;
}
export type FlagsModule = ReturnType<typeof flagsModule>;
