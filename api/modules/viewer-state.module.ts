import { viewerStateRoutes } from '#api/features/viewer-state/viewer-state.routes.ts';
import { ViewerStateService } from '#api/features/viewer-state/viewer-state.service.ts';
import type { FavoritesModule } from './favorites.module.ts';
import type { FlagsModule } from './flags.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { LikesModule } from './likes.module.ts';
import type { Module } from './module.ts';
import type { UpdatesModule } from './updates.module.ts';

interface Deps {
  updates: UpdatesModule;
  likes: LikesModule;
  favorites: FavoritesModule;
  flags: FlagsModule;
}

/** A member's like, favorite and flag on a bike. */
export function viewerStateModule(_: Infrastructure, { updates, likes, favorites, flags }: Deps) {
  const service = new ViewerStateService({
    liked: (user, bikeId) => likes.service.isLiked(user, bikeId),
    likedUpdateIds: (user, bikeId) => updates.likes.likedOn(bikeId, user.id),
    favoritedFolderIds: (user, bikeId) => favorites.service.foldersOf(user, bikeId),
    keptListIds: (user, bikeId) => favorites.keepers.holding(user, bikeId),
    flagged: (user, bikeId) => flags.service.flaggedBy(user, bikeId),
  });
  return {
    mount: (api, guards) => void api.route('/', viewerStateRoutes(service, guards)),
  } satisfies Module;
}
