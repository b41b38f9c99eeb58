import type { Db } from 'mongodb';
import { BikesAmong } from '#api/features/bikes/bikes.among.store.ts';
import type { BikeCounters } from '#api/features/bikes/bikes.counters.ts';
import type { BikeService } from '#api/features/bikes/bikes.service.ts';
import type { BikeStore } from '#api/features/bikes/bikes.store.ts';
import type { BlockStore } from '#api/features/blocks/blocks.store.ts';
import { CommentCounts } from '#api/features/comments/comments.counts.store.ts';
import { CommentErasure } from '#api/features/comments/comments.erasure.ts';
import { CommentExport } from '#api/features/comments/comments.export.ts';
import { memberRoutes } from '#api/features/comments/comments.members.routes.ts';
import { CommentMentions } from '#api/features/comments/comments.mentions.ts';
import { CommentPeople } from '#api/features/comments/comments.people.store.ts';
import { commentRoutes } from '#api/features/comments/comments.routes.ts';
import { CommentService } from '#api/features/comments/comments.service.ts';
import { CommentStore } from '#api/features/comments/comments.store.ts';
import { FavoriteErasure } from '#api/features/favorites/favorites.erasure.ts';
import { FavoriteExport } from '#api/features/favorites/favorites.export.ts';
import { FolderStore } from '#api/features/favorites/favorites.folders.store.ts';
import { FolderService } from '#api/features/favorites/favorites.folders.ts';
import { FavoriteLists } from '#api/features/favorites/favorites.lists.ts';
import { favoriteRoutes } from '#api/features/favorites/favorites.routes.ts';
import { FavoriteService } from '#api/features/favorites/favorites.service.ts';
import { FavoriteStore } from '#api/features/favorites/favorites.store.ts';
import type { FlagService } from '#api/features/flags/flags.service.ts';
import { LikeErasure } from '#api/features/likes/likes.erasure.ts';
import { LikeExport } from '#api/features/likes/likes.export.ts';
import { likeRoutes } from '#api/features/likes/likes.routes.ts';
import { LikeService } from '#api/features/likes/likes.service.ts';
import { LikeStore } from '#api/features/likes/likes.store.ts';
import { viewerStateRoutes } from '#api/features/viewer-state/viewer-state.routes.ts';
import { ViewerStateService } from '#api/features/viewer-state/viewer-state.service.ts';
import { ViewCounts } from '#api/features/views/views.counts.store.ts';
import { viewRoutes } from '#api/features/views/views.routes.ts';
import { ViewService } from '#api/features/views/views.service.ts';
import { ViewStore } from '#api/features/views/views.store.ts';
import { BikeReactionCounts } from '#api/platform/bike-reactions.ts';
import type { Events } from '#api/platform/events.ts';
import type { Person } from '#contract/people.ts';
import type { bikesModule } from './bikes.ts';
import { type Infrastructure, type Module, minute } from './infrastructure.ts';
import type { MemberStores } from './members.ts';

/** The stores of likes, favorites, comments and views, and their count sources. */
export const reactionStores = (db: Db) => ({
  likes: new LikeStore(db),
  favorites: new FavoriteStore(db),
  folders: new FolderStore(db),
  comments: new CommentStore(db),
  views: new ViewStore(db),
  sources: {
    likes: new BikeReactionCounts(db, 'likes'),
    favorites: new BikeReactionCounts(db, 'favorites'),
    comments: new CommentCounts(db),
    views: new ViewCounts(db),
  },
});
type ReactionStores = ReturnType<typeof reactionStores>;

interface Deps {
  stores: ReactionStores;
  people: Pick<MemberStores['people'], 'here' | 'hereAmong' | 'named' | 'called'>;
  blocks: Pick<BlockStore, 'amongPairs'>;
  bikes: Pick<BikeService, 'get'>;
  /** Opens or closes a bike's comments. */
  closeComments: BikeStore['closeComments'];
  numbers: Pick<BikeCounters, 'find'>;
  counting: ReturnType<typeof bikesModule>['counting'];
  /** Returns a bike's title, whatever its status; null if there is no such bike. */
  titleOf(bikeId: string): Promise<string | null>;
  /** Returns what a member has flagged on a bike. */
  flagged: FlagService['marksOf'];
  tell: Events['tell'];
}

/** Likes, favorites, comments and views. */
export function reactionsModule(
  { db, config, jobs, now }: Infrastructure,
  { stores, people, blocks, bikes, closeComments, numbers, counting, titleOf, flagged, tell }: Deps,
) {
  const { likes, favorites, folders: folderStore, comments, views: viewStore, sources } = stores;
  const commentPeople = new CommentPeople(db);
  const likeService = new LikeService({
    likes,
    now,
    bikeOf: counting('likes'),
    seen: (bikeId) => bikes.get(bikeId),
    peopleHere: (ids) => people.hereAmong(ids),
  });
  const favoriteService = new FavoriteService({
    favorites,
    folders: folderStore,
    now,
    bikeOf: counting('favorites'),
  });
  const folders = new FolderService({ folders: folderStore, favorites, service: favoriteService, jobs });
  const among = new BikesAmong(db);
  const lists = new FavoriteLists({
    folders: folderStore,
    favorites,
    coversOf: (ids) => among.covers(ids),
    cardsOf: (ids) => among.cards(ids),
    memberHere: (id) => people.here(id),
  });
  const mentions = new CommentMentions({
    comments,
    tell,
    peopleNamed: (keys) => people.named(keys),
    ownerOf: async (bikeId) => (await numbers.find(bikeId))?.ownerId ?? null,
    blockedAmong: (pairs) => blocks.amongPairs(pairs),
  });
  const commentService = new CommentService({
    comments,
    mentions,
    closeComments,
    titleOf,
    tell,
    now,
    bikeOf: counting('comments'),
    seen: (bikeId) => bikes.get(bikeId),
  });
  const views = new ViewService({
    views: viewStore,
    keys: config.keys,
    now,
    bikeOf: async (bikeId) => {
      const bike = await numbers.find(bikeId);
      return bike && { owner: { id: bike.ownerId }, status: bike.status };
    },
  });
  const marks = new ViewerStateService({
    liked: (user, bikeId) => likeService.isLiked(user, bikeId),
    favoritedFolderIds: (user, bikeId) => favoriteService.foldersOf(user, bikeId),
    flagged,
  });
  return {
    comments: commentService,
    /** Lists the folders that a member shares. */
    foldersSharedBy: (member: Pick<Person, 'id'>) => lists.sharedBy(member),
    /** Withdraws a member's likes of these bikes. @throws unavailable */
    unlike: (memberId: string, bikeIds: string[], stopping: AbortSignal) =>
      likeService.withdrawFrom({ id: memberId }, bikeIds, stopping),
    removeComments: (authorId: string, stopping: AbortSignal) => commentService.removeAllOf(authorId, stopping),
    copies: [commentPeople],
    erasures: [
      new LikeErasure({ likes, service: likeService }),
      new FavoriteErasure({ favorites, folders: folderStore, service: favoriteService }),
      new CommentErasure({ comments, service: commentService }),
    ],
    exported: {
      comments: new CommentExport(comments),
      likes: new LikeExport(likes),
      favorites: new FavoriteExport({ favorites, folders: folderStore }),
    },
    indexed: [likes, favorites, folderStore, comments, viewStore, commentPeople, ...Object.values(sources)],
    mount(api, guards) {
      api
        .route('/', likeRoutes(likeService, guards))
        .route('/', favoriteRoutes({ service: favoriteService, folders, lists }, guards))
        .route('/', viewRoutes(views, guards))
        .route('/', commentRoutes(commentService, guards))
        .route(
          '/',
          memberRoutes((typed, most) => people.called(typed, most), guards),
        )
        .route('/', viewerStateRoutes(marks, guards));
    },
    begin() {
      jobs.every(minute, 'mentions', (stopping) => mentions.sweep(stopping));
      jobs.every(minute, 'deleted folders', (stopping) => folders.sweep(stopping));
    },
  } satisfies Module & Record<string, unknown>;
}
