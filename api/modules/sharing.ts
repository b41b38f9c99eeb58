import type { BikeService } from '#api/features/bikes/bikes.service.ts';
import { SharedBikeStore } from '#api/features/bikes/bikes.shared.store.ts';
import type { BikeStore } from '#api/features/bikes/bikes.store.ts';
import type { SearchService } from '#api/features/search/search.service.ts';
import { ShareCards } from '#api/features/sharing/sharing.cards.ts';
import { sharingRoutes } from '#api/features/sharing/sharing.routes.ts';
import { Sitemap } from '#api/features/sharing/sharing.sitemap.ts';
import type { AppEvent } from '#api/platform/events.ts';
import type { Guards } from '#api/platform/http/kit.ts';
import { pageSize } from '#contract/paging.ts';
import { userPage } from '#contract/user-page.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { MemberStores } from './members.ts';
import type { photosModule } from './photos.ts';

/** Width of a share card's photo in pixels. */
const cardPhotoWidth = 1280;

interface Deps {
  bikes: Pick<BikeStore, 'find'>;
  people: Pick<MemberStores['people'], 'cameAfter'>;
  photos: Pick<ReturnType<typeof photosModule>, 'service' | 'card'>;
}

/** Share cards, feeds and sitemaps, which other programs read. */
export function sharingModule({ storage, config, db, log }: Infrastructure, { bikes, people, photos }: Deps) {
  const cards = new ShareCards({
    storage,
    bikeOf: (id) => bikes.find(id),
    photoOf: async (id) => (await photos.service.bytesOf(id, cardPhotoWidth, async () => null)).bytes,
    draw: photos.card,
  });
  /** A failure is only logged: nobody requests the card of a deleted bike. */
  const forgetCard = (bikeId: string) =>
    cards.forget(bikeId).catch((error: unknown) => log.warn({ err: error }, 'share card not forgotten'));
  const shared = new SharedBikeStore(db);
  const origin = config.publicOrigin;
  return {
    forgetCard,
    async follow(effects: readonly AppEvent[]): Promise<void> {
      for (const effect of effects) if (effect.what === 'bike.deleted') await forgetCard(effect.bikeId);
    },
    /** Routes outside the API, for feed readers and robots. */
    routes: (service: Pick<BikeService, 'recent'>, searches: Pick<SearchService, 'search'>, guards: Guards) =>
      sharingRoutes(
        {
          cards,
          origin,
          sitemap: new Sitemap({ bikesAfter: (cursor, limit) => shared.publishedAfter(cursor, limit), origin }),
          members: new Sitemap({
            bikesAfter: (cursor, limit) => people.cameAfter(cursor, limit),
            pageOf: userPage,
            origin,
          }),
          bikes: {
            recent: async () => (await service.recent({})).items,
            ofMember: (id) => shared.activeOf(id, pageSize),
            found: async (query) => (await searches.search({ ...query, sort: 'Newest' })).items,
          },
        },
        guards,
      ),
  };
}
