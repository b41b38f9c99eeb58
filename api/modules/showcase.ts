import { BikeFigures } from '#api/features/bikes/bikes.figures.store.ts';
import { BikeStore } from '#api/features/bikes/bikes.store.ts';
import type { BlockStore } from '#api/features/blocks/blocks.store.ts';
import type { ModeratedMessages } from '#api/features/conversations/conversations.moderated.ts';
import { figureRoutes } from '#api/features/figures/figures.routes.ts';
import type { PreferenceStore } from '#api/features/preferences/preferences.store.ts';
import { type AppEvent, Events } from '#api/platform/events.ts';
import { TtlValue } from '#api/platform/ttl-value.ts';
import type { Unread } from '#contract/alerts.ts';
import type { FlagState } from '#contract/flag-queue.ts';
import type { FlagTarget } from '#contract/flag-targets.ts';
import { permitted } from '#contract/may.ts';
import { alertsModule } from './alerts.ts';
import { bikesModule } from './bikes.ts';
import { flagsModule } from './flags.ts';
import type { Infrastructure, Module } from './infrastructure.ts';
import type { MemberStores } from './members.ts';
import { photosModule } from './photos.ts';
import { reactionStores, reactionsModule } from './reactions.ts';
import { searchModule } from './search.ts';
import { sharingModule } from './sharing.ts';
import { winnersModule } from './winners.ts';

interface Deps {
  people: Pick<MemberStores['people'], 'among' | 'called' | 'count' | 'here' | 'hereAmong' | 'cameAfter' | 'named'>;
  /** Whether a member left or was banned, so that their bikes are hidden. */
  isGone(memberId: string): Promise<boolean>;
  blocks: Pick<BlockStore, 'among' | 'amongPairs' | 'idsOf'>;
  /** Messages, as they are flagged. */
  messages: Pick<ModeratedMessages, 'flaggable' | 'noteFlagged' | 'whatever'>;
  /** Counts a member's unread messages. */
  unreadOf(memberId: string): Promise<Unread>;
  /** Members' preferences. */
  preferences: Pick<PreferenceStore, 'of' | 'switchedOff'>;
}

/** Maximum age in milliseconds of the counts over all bikes, whose cost grows with the number of bikes. */
const countMaxAgeMs = 10_000;

/** Combines the modules of bikes and of all that members do with them, and connects the event handlers. */
export function showcaseModule(
  infrastructure: Infrastructure,
  { people, isGone, blocks, messages, unreadOf, preferences }: Deps,
) {
  const { db, now, log } = infrastructure;
  const bikes = new BikeStore(db);
  const stores = reactionStores(db);
  const { likes, favorites, comments, sources } = stores;
  const photos = photosModule(infrastructure, { bikes });
  const sharing = sharingModule(infrastructure, { bikes, people, photos });
  const alerts = alertsModule(infrastructure, { people, comments, bikes, unreadOf, preferences });
  const logEvents = (effects: readonly AppEvent[]) => {
    for (const { what, ...ids } of effects) log.debug({ effect: what, ...ids }, 'effect');
  };
  const { tell } = new Events([logEvents, alerts.follow, sharing.follow]);
  const counts = new BikeFigures(db);
  const counted = new TtlValue(() => counts.count(), { now, longest: countMaxAgeMs });
  const count = () => counted.get();
  const own = bikesModule(infrastructure, {
    bikes,
    photos,
    sources,
    blocks,
    count,
    isGone,
    tell,
    eraseTalk: async (id) => {
      await Promise.all([likes, favorites, comments, flags].map((each) => each.eraseOn(id)));
    },
  });
  const { service, statuses, numbers, counting } = own;
  const marks = reactionsModule(infrastructure, {
    stores,
    people,
    blocks,
    bikes: service,
    numbers,
    counting,
    tell,
    closeComments: (id, closed) => bikes.closeComments(id, closed),
    titleOf: async (bikeId) => (await statuses.judged(bikeId))?.bike.title ?? null,
    flagged: (user, bikeId) => flags.service.marksOf(user, bikeId),
  });
  const flags = flagsModule(infrastructure, {
    kinds: {
      Post: {
        find: (user, id) => statuses.flaggable(user, id),
        hide: (id, reason) => statuses.hide(id, reason),
      },
      Comment: {
        find: (user, id) => marks.comments.flaggable(user, id),
        hide: (id, reason) => marks.comments.flag(id, reason),
      },
      // Flags alone never hide messages and members: moderators decide.
      Message: {
        find: async (user, id, of) => ({ ...(await messages.flaggable(user, id, of)), bikeId: null, mendedAt: null }),
        note: (user, id) => messages.noteFlagged(user, id),
        hide: async () => false,
      },
      User: {
        async find(user, id) {
          const { id: ownerId } = permitted('member.flag', user, await people.here(id));
          return { ownerId, bikeId: null, mendedAt: null };
        },
        hide: async () => false,
      },
    },
    shown: {
      bikesOf: (ids) => own.whatever(ids),
      partsOf: {
        Comment: async (ids) =>
          (await comments.whatever(ids)).map(({ id, author, status, text }) => ({ id, owner: author, status, text })),
        Message: async (ids) => {
          const found = await messages.whatever(ids);
          const authors = await people.among([...new Set(found.map(({ authorId }) => authorId))]);
          return found.flatMap(({ authorId, ...message }) => {
            const owner = authors.find(({ id }) => id === authorId);
            return owner ? [{ ...message, owner }] : [];
          });
        },
        User: async (ids) =>
          (await people.among(ids)).map((owner) => ({ id: owner.id, owner, status: 'Active', text: '' })),
      },
      peopleOf: (ids) => people.among(ids),
    },
    hasPosted: async (id) => (await comments.hasAny(id)) || (await bikes.hasPublished(id)),
  });
  const winners = winnersModule(infrastructure, { blocks, tell });
  const search = searchModule(infrastructure, { people, count });
  const figures = new TtlValue(
    async () => {
      const asked = [count(), counts.categories(), people.count(), likes.total(), winners.service.decided(1)] as const;
      const [all, categories, members, likeCount, [last]] = await Promise.all(asked);
      return { bikes: all, categories, members, likes: likeCount, decided: last?.week ?? null };
    },
    { now, longest: countMaxAgeMs },
  );
  const modules: readonly Module[] = [winners, search, own, marks, alerts, photos, flags];
  return {
    bikes,
    comments,
    service,
    numbers,
    photos,
    search,
    sharing,
    tell,
    judged: { bikes: statuses, comments: marks.comments },
    settleFlags: (type: FlagTarget, id: string, state: FlagState) => flags.service.settle(type, id, state),
    flagQueue: flags.queue,
    winners: winners.service,
    /** Withdraws a member's likes of another member's bikes. @throws unavailable */
    async unlike(memberId: string, ownerId: string, stopping: AbortSignal) {
      for await (const ids of bikes.idsOf(ownerId)) await marks.unlike(memberId, ids, stopping);
    },
    removeComments: marks.removeComments,
    foldersSharedBy: marks.foldersSharedBy,
    copies: [...own.copies, ...marks.copies],
    /** In this order: documents that are found through others are erased before those. */
    erasures: [...marks.erasures, own.erasure, photos.erasure, flags.erasure, alerts.erasure, winners.erasure],
    exported: { bikes: own.exported, ...marks.exported, flags: flags.exported, photos: photos.exported },
    indexed: modules.flatMap(({ indexed }) => indexed),
    /** Upgrades rows of older versions. */
    async catchUp() {
      await own.catchUp();
      await search.catchUp();
    },
    mount(api, guards) {
      for (const module of modules) module.mount(api, guards);
      api.route(
        '/',
        figureRoutes(() => figures.get(), guards),
      );
    },
    begin() {
      for (const module of modules) module.begin();
    },
  } satisfies Module & Record<string, unknown>;
}
